import { caseOf, expect, formerly, type NamedCases, refuses, rulesOf, says, test } from '#kit'
import type { Source } from '#kit/tables.ts'
import { flagRow } from '../../../shared/flags/place.ts'
import { sendOverHttp2 } from '../protocols/over-http2.ts'
import { WriteNamespace, type Write, writes } from '../writes/writes.ts'
import { credentialKinds, server, type WayCredentials } from './credentials.ts'

const { must } = rulesOf({ capability: 'objects', limitMs: 60_000 })

const protocols = ['HTTP/1.1', 'HTTP/2'] as const
type Protocol = (typeof protocols)[number]

/** A write over a protocol. */
interface WriteWay {
  readonly write: Write
  readonly protocol: Protocol
}

const writeWays: NamedCases<WriteWay> = Object.fromEntries(
  protocols.flatMap((protocol) =>
    Object.entries(writes).map(([name, one]) => {
      const { value: write, id = name } = caseOf(one)
      return [`${name} over ${protocol}`, formerly(`${id} over ${protocol}`, { write, protocol })]
    }),
  ),
)

/** Sends a write with credentials, and returns the result. */
async function sendWrite({ write, protocol }: WriteWay, shown: WayCredentials) {
  const apiServer = await server()
  const recordedRequests = await WriteNamespace.for(apiServer, write)
  const { headers, ...request } = write.request(recordedRequests.maps)
  const allHeaders = { ...(headers as Record<string, string>), ...('headers' in shown && shown.headers) }
  const token = 'token' in shown ? { token: shown.token } : {}
  const clientPair = 'pair' in shown ? shown.pair : undefined
  const { status } =
    protocol === 'HTTP/2'
      ? await sendOverHttp2(apiServer, { ...request, headers: allHeaders, ...token }, clientPair)
      : await apiServer.request({ ...request, headers: allHeaders, as: clientPair ?? 'none', ...token })
  return { done: status < 300, note: await recordedRequests.note() }
}

/** Rules by kind of credentials, with their rows. */
const rules: Readonly<
  Record<keyof typeof credentialKinds, { readonly id: string; readonly source: Source }>
> = {
  'a bootstrap token': {
    id: 'flag.enable-bootstrap-token-auth.ways',
    source: flagRow('--enable-bootstrap-token-auth', 'writes and protocols'),
  },
  'a token of a service account': {
    id: 'flag.service-account-key-file.ways',
    source: flagRow('--service-account-key-file', 'writes and protocols'),
  },
  'a token of an issuer': {
    id: 'authn.jwt.ways',
    source: {
      document: 1,
      section: 'AuthenticationConfiguration',
      rows: ['jwt'],
      aspect: 'writes and protocols',
    },
  },
  'headers of a proxy': {
    id: 'flag.requestheader-username-headers.ways',
    source: flagRow('--requestheader-username-headers', 'writes and protocols'),
  },
}

for (const [name, { id, source }] of Object.entries(rules)) {
  const kind = credentialKinds[name as keyof typeof credentialKinds]
  must(id, source, () => {
    says(
      `A request that writes is authenticated by ${name} over each protocol, and no other changes anything.`,
    )
    test
      .for(writeWays)({ title: `%s is done with ${name}`, id: '%s' }, async (way) => {
        const callerCredentials = await kind.validCredentials(await server())

        expect(await sendWrite(way, callerCredentials)).toEqual({ done: true, note: way.write.after })
      })
      .sees('writes-by-certificate-alone')

    refuses
      .for(writeWays)({ title: `%s with ${name} of which one part is wrong`, id: '%s' }, async (way) => {
        const callerCredentials = await kind.wrongCredentials(await server())

        expect(await sendWrite(way, callerCredentials)).toEqual({ done: false, note: way.write.before })
      })
      .sees('writes-with-any-token-done')
  })
}
