import { becomesTrue, expect, refuses, rulesOf, says, test } from '#kit'
import { createAuthority } from '#harness/certificates/authority.ts'
import { allow, deny } from '#mocks/webhook-authorizer/index.ts'
import { flagRow } from '../../../shared/flags/place.ts'
import { families } from '../audit/event-counter.ts'
import { writes } from '../writes/writes.ts'
import { certificateOf, userNameOverHttp2, userNamesOverHttp2, sendOverHttp2 } from './over-http2.ts'
import { setReviewResponse, directives, writer, origin, server, sinks, sendWrite } from './server.ts'

const { must } = rulesOf()
const arrivedWithinMs = 10_000

must('flag.client-ca-file.http2', flagRow('--client-ca-file', 'HTTP/2'), () => {
  says('Client certificates authenticate requests over HTTP/2 as they do over HTTP/1.1.')
  test(
    { title: 'a certificate of the CA identifies its client by the common name', id: 'common-name' },
    async () => {
      const apiServer = await server()
      await setReviewResponse('alice', allow())

      expect(await userNameOverHttp2(apiServer, { pair: certificateOf(apiServer, 'alice') })).toBe('alice')
    },
  ).sees('http2-reviews-without-certificate')

  refuses({ title: 'a client without a certificate', id: 'without-certificate' }, async () => {
    expect(await userNameOverHttp2(await server(), {})).toBe('nobody')
  }).sees('http2-reviews-of-any-caller')

  refuses({ title: 'a client with a certificate of another CA', id: 'other-authority' }, async () => {
    const strangerAuthority = await createAuthority('a stranger')
    const clientPair = strangerAuthority.issue({ commonName: 'alice', usage: 'client', hosts: [] })
    const name = await userNameOverHttp2(await server(), { pair: clientPair }).catch(() => 'nobody')

    expect(name).toBe('nobody')
  }).sees('http2-reviews-of-any-caller')
})

must(
  'flag.token-auth-file.http2',
  { ...flagRow('--token-auth-file', 'HTTP/2'), capability: 'token-file-csv' },
  () => {
    says('Tokens authenticate requests over HTTP/2 as they do over HTTP/1.1.')
    test({ title: 'a token of the file identifies the user of its line', id: 'user' }, async () => {
      await setReviewResponse(writer.user, allow())

      expect(await userNameOverHttp2(await server(), { token: writer.token })).toBe(writer.user)
    }).sees('static-tokens-ignored')

    refuses({ title: 'a token that is in no line', id: 'unknown' }, async () => {
      expect(await userNameOverHttp2(await server(), { token: 'another-token' })).toBe('nobody')
    }).sees('http2-reviews-of-any-caller')
  },
)

must(
  'flag.token-auth-file.each-request',
  { ...flagRow('--token-auth-file', 'each request of a connection'), capability: 'token-file-csv' },
  () => {
    says('Each request over a connection is authenticated by its token, and rejected without a valid one.')
    test({ title: 'requests over one connection of HTTP/2 have their own users', id: 'HTTP/2' }, async () => {
      const apiServer = await server()
      await setReviewResponse(writer.user, allow())
      const tokens = [writer.token, 'another-token', undefined, writer.token]

      expect(await userNamesOverHttp2(apiServer, tokens)).toEqual([
        writer.user,
        'nobody',
        'nobody',
        writer.user,
      ])
    }).sees('http2-user-of-connection-kept', 'http2-reviews-of-any-caller')
  },
)

must(
  'flag.authorization-webhook-config-file.http2',
  { ...flagRow('--authorization-webhook-config-file', 'HTTP/2'), capability: 'objects' },
  () => {
    says(
      'Requests over HTTP/2 are authorized as those over HTTP/1.1: what the webhook denies changes nothing.',
    )
    test
      .for(writes)({ title: '%s is done when the webhook allows it', id: '%s' }, async (write) => {
        const { place, asked: sent, status } = await sendWrite(write, allow())

        expect(status, 'the status of the answer').toBeLessThan(300)
        expect(await place.note(), 'what the map notes afterwards').toBe(write.after)
        expect(sent.map(({ review }) => review?.spec.resourceAttributes)).toMatchObject([
          { verb: write.verb, resource: 'configmaps', namespace: place.namespace },
        ])
      })
      .sees((write) => (write.verb === 'update' ? undefined : 'writes-reviewed-as-updates'))

    refuses
      .for(writes)(
        { title: '%s when the webhook denies it, and changes nothing', id: '%s' },
        async (write) => {
          const { place, asked: sent, status } = await sendWrite(write, deny())

          expect(status, 'the status of the answer').toBeGreaterThanOrEqual(400)
          expect(await place.note(), 'what the map notes afterwards').toBe(write.before)
          expect(sent.length, 'calls of the webhook').toBeGreaterThan(0)
        },
      )
      .sees('http2-denied-served', 'denied-writes-done', 'denied-writes-allowed')
  },
)

must(
  'audit.events.http2',
  { ...flagRow('--audit-policy-file', 'HTTP/2'), capability: 'audit-events' },
  () => {
    says('Requests over HTTP/2 are recorded as those over HTTP/1.1.')
    test
      .for(writes)({ title: '%s is recorded in the log and at the webhook', id: '%s' }, async (write) => {
        const { user, path, status } = await sendWrite(write, allow())
        const { log, receiver } = await sinks()
        const places = { log: () => log.events(), webhook: () => receiver.events }

        for (const family of families) {
          const userEvents = () => places[family]().filter((event) => event.user?.username === user)
          await becomesTrue(() => userEvents().length > 0, arrivedWithinMs)
          expect(
            userEvents().map(({ requestURI, verb, responseStatus }) => ({
              path: requestURI.split('?')[0],
              verb,
              code: responseStatus?.code,
            })),
            `events in the ${family}`,
          ).toEqual([{ path, verb: write.verb, code: status }])
        }
      })
      .sees((write) => ['http2-not-audited', ...(write.verb === 'create' ? [] : ['audit-of-changes-lost'])])
  },
)

must(
  'flag.strict-transport-security-directives.http2',
  { ...flagRow('--strict-transport-security-directives', 'HTTP/2'), capability: 'objects' },
  () => {
    says('Responses over HTTP/2 have the directives.')
    test
      .for(writes)({ title: 'sends the directives in the response to %s', id: '%s' }, async (write) => {
        const { headers } = await sendWrite(write, allow())

        expect(String(headers['strict-transport-security']).split(/; */).toSorted()).toEqual(
          directives.toSorted(),
        )
      })
      .sees('http2-without-hsts', 'hsts-first-directive-only', 'hsts-never')
  },
)

must('flag.cors-allowed-origins.http2', flagRow('--cors-allowed-origins', 'HTTP/2'), () => {
  says('Origins are allowed over HTTP/2 as they are over HTTP/1.1.')
  const readAllowedOrigin = async (from: string): Promise<unknown> => {
    const apiServer = await server()
    const { admin } = apiServer.credentials
    const { headers } = await sendOverHttp2(apiServer, { path: '/version', headers: { origin: from } }, admin)
    return headers['access-control-allow-origin']
  }
  test({ title: 'an origin that matches the expression is allowed', id: 'allowed' }, async () => {
    expect(await readAllowedOrigin(origin)).toBeOneOf([origin, '*'])
  }).sees('http2-without-cors')

  refuses({ title: 'an origin that does not match the expression', id: 'other' }, async () => {
    expect(await readAllowedOrigin('https://other.example')).toBeUndefined()
  }).sees('cors-any-origin')
})
