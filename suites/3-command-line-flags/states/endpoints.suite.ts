import { excluded, expect, rulesOf, says, seeing, test } from '#kit'
import { sharedServer } from '../../shared/api-server.ts'
import { healthKinds } from './model.ts'
import { createProber } from './fixture.ts'

const { must, unspecified } = rulesOf({ document: 3, section: 'Endpoints' })

const server = sharedServer(() => ({}))

must('lifecycle.endpoints.health', 'API server /livez, /healthz, /readyz', () => {
  says('A server that serves answers GET /livez, /healthz and /readyz with success.')
  test.for({
    '/livez': seeing(['livez-missing-over-http2'], '/livez'),
    '/healthz': seeing(['healthz-missing-over-http2'], '/healthz'),
    '/readyz': seeing(['readyz-missing-over-http2'], '/readyz'),
  })({ title: 'responds to %s with success', id: 'answers %s with success' }, async (path) => {
    const apiServer = await server()
    const http2 = createProber(apiServer, 'http2')
    const http2Outcome = await http2.send({ path, withinMs: 10_000 })
    http2.close()

    expect((await apiServer.request({ path })).status, 'over HTTP/1.1').toBe(200)
    expect(http2Outcome, 'over HTTP/2').toMatchObject({ kind: 'answered', status: 200 })
  })
})

unspecified(
  'lifecycle.endpoints.health-payloads',
  { row: 'Request and response payloads', aspect: 'health' },
  () => {
    says('Unspecified: the bodies of the health endpoints.')
    test({ title: 'records the bodies of the responses', id: 'observes the bodies' }, async (check) => {
      for (const path of healthKinds) {
        const { body, headers } = await (await server()).request({ path })
        check.observe(path, { type: headers['content-type'], body: body.slice(0, maxShown) })
      }
    })
  },
)

const maxShown = 200

const restatedRow = (rule: string) => ({
  excluded: { reason: `It repeats a row of the States table, which ${rule} checks.` },
})

excluded({
  id: 'lifecycle.states.only-sequence',
  says: 'No other sequence than start-up and shutdown has stated moves.',
  source: { document: 3, section: 'States and transitions', rows: ['The only sequence'] },
  excluded: {
    reason: 'It speaks about the document, which has one table of states, and asks nothing of a server.',
  },
})

excluded({
  id: 'lifecycle.endpoints.base-url',
  says: 'The REST API is served over HTTPS at the bind address and secure port, with authentication and authorization.',
  source: {
    document: 3,
    section: 'Endpoints',
    rows: ['API server {base_url} on --bind-address:--secure-port (default port 6443)'],
  },
  excluded: {
    reason:
      'It repeats the flags --bind-address and --secure-port and the section Authentication; every check here asks over HTTPS, and the rules of authentication and authorization refuse what must not be served.',
  },
})

excluded({
  id: 'lifecycle.errors.draining',
  profile: 'apiserver-states',
  says: 'While requests drain, new requests get status 429 with Retry-After.',
  source: { document: 3, section: 'Errors', rows: ['During draining'] },
  ...restatedRow('lifecycle.draining.rejects-new-requests'),
})

excluded({
  id: 'lifecycle.errors.readyz',
  profile: 'apiserver-states',
  says: '/readyz fails immediately once the delay begins.',
  source: { document: 3, section: 'Errors', rows: ['/readyz fails immediately'] },
  ...restatedRow('lifecycle.delaying.readyz-fails-at-once'),
})

excluded({
  id: 'lifecycle.limits.request-time-out',
  says: 'Requests take at most a minute by default; watches are kept at least half an hour, at random.',
  source: { document: 3, section: 'Limits', rows: ['request time-out'] },
  excluded: {
    reason:
      'It repeats the flags --request-timeout and --min-request-timeout, whose help rules check the defaults and whose flag.request-timeout.* and flag.min-request-timeout.* rules check the behaviour with short values.',
  },
})
