import { expect, HarnessError, rulesOf, says, test } from '#kit'
import { Http1Prober, Http2Prober } from '#kit/clients.ts'
import type { ApiRequest } from '#harness/programs/api-server.ts'
import { isUnauthenticated, whoAmI } from '#harness/programs/reviews.ts'
import { flagRow } from '../../../shared/flags/place.ts'
import { proxiedCaller } from './fixture.ts'
import { servers } from './header-servers-shared.ts'

const { must } = rulesOf({ capability: 'who-am-i' })

const [serverWithAllHeaders] = servers
const answeredWithinMs = 10_000

const protocols = { 'HTTP/1.1': 'kept', 'HTTP/2': 'http2' } as const

/** Returns the users of requests with these header values, which one connection of a proxy carries. */
async function usersOver(
  protocol: (typeof protocols)[keyof typeof protocols],
  names: readonly (string | undefined)[],
): Promise<readonly (string | undefined)[]> {
  const server = await serverWithAllHeaders()
  const { as } = await proxiedCaller('front-proxy', {})
  if (typeof as !== 'object') throw new HarnessError('harness-fault', 'A proxy has a certificate.')
  const options = {
    url: server.url,
    ca: server.credentials.authority.certificate,
    cert: as.certificate,
    key: as.key,
  }
  const client =
    protocol === 'http2' ? new Http2Prober(options) : new Http1Prober({ ...options, connection: 'kept' })
  const send = async ({ method = 'GET', path, headers, body }: ApiRequest) => {
    const outcome = await client.send({
      method,
      path: server.dialect.text(path),
      headers: headers as Record<string, string>,
      body: JSON.stringify(body),
      withinMs: answeredWithinMs,
    })
    if (outcome.kind === 'answered') return outcome
    throw new HarnessError('untestable', `A review over ${protocol} has no response: ${outcome.error}`)
  }
  const users: (string | undefined)[] = []
  for (const name of names) {
    const headers: Record<string, string> = name === undefined ? {} : { 'X-Remote-User': name }
    const identity = await whoAmI(server, { headers }, send)
    users.push(isUnauthenticated(identity) ? undefined : identity.user?.username)
  }
  client.close()
  return users
}

must(
  'flag.requestheader-username-headers.each-request',
  flagRow('--requestheader-username-headers', 'each request of a connection'),
  () => {
    says('Each request of a proxy is authenticated by its headers, and rejected without them.')
    test
      .for(protocols)(
        { title: 'requests over one connection of %s have their own users', id: '%s' },
        async (protocol) => {
          const names = ['alice', 'bob', undefined, 'alice'] as const

          expect(await usersOver(protocol, names)).toEqual(names)
        },
      )
      .sees('requestheader-user-of-proxy-kept')
  },
)
