import { currentCheck, expect, refuses, rulesOf, says, test, until } from '#kit'
import { type Flags, pem } from '#kit/launch.ts'
import { createAuthority, type KeyPair } from '#harness/certificates/authority.ts'
import { credentials } from '#harness/programs/credentials.ts'
import { startEtcd, type EtcdRequest } from '#mocks/etcd/index.ts'
import { targetDialect } from '../../../shared/dialect.ts'
import { storageOf } from '../../../shared/storage.ts'
import { spawnForCheck } from './separate-store.ts'
import { flagRow } from '../../../shared/flags/place.ts'

const { must } = rulesOf({ overlaps: true })

const clientName = 'api-server-towards-etcd'

const fixtures = (async () => {
  const [authority, another] = await Promise.all([createAuthority(), createAuthority('another CA')])
  const servingPair = authority.issue({ commonName: 'etcd' })
  const client = authority.issue({ commonName: clientName, usage: 'client', hosts: [] })
  return { authority, another, serving: servingPair, client }
})()

type StoreServers = Awaited<typeof fixtures>

// Long enough for a server to connect to the store on a busy machine.
const arrivesWithinMs = 15_000
// Long enough for a rejected client to retry.
const requestsWithinMs = 3_000

/**
 * Returns the requests that a store with TLS receives from a server with the given flags. Waits only for the first
 * requests.
 */
async function requestsOf(
  flags: (fixture: StoreServers) => Flags,
  {
    certificates = 'none',
    tls,
  }: { readonly certificates?: 'none' | 'required'; readonly tls?: KeyPair } = {},
): Promise<readonly EtcdRequest[]> {
  const tlsFixture = await fixtures
  const { authority, serving } = tlsFixture
  const clientAuthorityOption = certificates === 'required' && { clientCa: authority.certificate }
  const etcd = await startEtcd({ tls: tls ?? serving, ...clientAuthorityOption })
  currentCheck().defer(() => etcd.stop())
  const server = await spawnForCheck({ storage: storageOf(etcd), flags: flags(tlsFixture) })
  await until(() => etcd.journal.length > 0 || server.program.exit !== undefined, {
    withinMs: arrivesWithinMs,
    what: 'a server came to the store',
  })
  const requestWait = { withinMs: requestsWithinMs, what: 'it asked something' }
  await until(() => etcd.journal.some(isRequest), requestWait).catch(() => {})
  return etcd.journal
}

const isRequest = ({ method }: EtcdRequest): boolean => method !== 'Connect'
const ca = ({ certificate }: KeyPair): Flags => ({ '--etcd-cafile': pem('etcd-ca.crt', certificate) })
const trustedClientFlags = ({ authority, client }: StoreServers): Flags => ({
  ...ca(authority),
  '--etcd-certfile': pem('etcd-client.crt', client.certificate),
  '--etcd-keyfile': pem('etcd-client.key', client.key),
})

must('flag.etcd-cafile.trusted', flagRow('--etcd-cafile', 'meaning'), () => {
  says('A store is trusted over TLS by the certificates of --etcd-cafile.')
  test(
    {
      title: 'calls a store whose certificate the CA of --etcd-cafile signed',
      id: 'asks a store whose certificate is of the authority',
    },
    async () => {
      const requests = await requestsOf(({ authority }) => ca(authority))

      expect(requests.filter(isRequest), 'questions').not.toEqual([])
    },
  ).sees('etcd-cafile-ignored')

  refuses(
    {
      title: 'a store whose certificate a CA outside of --etcd-cafile signed',
      id: 'a store whose certificate is of another authority',
    },
    async () => {
      const requests = await requestsOf(({ another }) => ca(another))

      expect(requests.length, 'connections and questions').toBeGreaterThan(0)
      expect(requests.filter(isRequest), 'questions').toEqual([])
    },
  ).sees('etcd-server-not-verified')

  refuses(
    {
      title: 'a store whose certificate the CA of client certificates signed',
      id: 'a store whose certificate is of the CA of clients',
    },
    async () => {
      const { authority: clientAuthority } = await credentials(targetDialect())
      const requests = await requestsOf(({ authority }) => ca(authority), {
        tls: clientAuthority.issue({ commonName: 'etcd' }),
      })

      expect(requests.length, 'connections and questions').toBeGreaterThan(0)
      expect(requests.filter(isRequest), 'questions').toEqual([])
    },
  ).sees('etcd-server-of-client-ca-trusted')

  const hourMs = 3_600_000
  const invalidCertificates = {
    'has expired': {
      id: 'expired',
      times: () => ({
        notBefore: new Date(Date.now() - 2 * hourMs),
        notAfter: new Date(Date.now() - hourMs),
      }),
    },
    'is not valid yet': {
      id: 'not-yet',
      times: () => ({
        notBefore: new Date(Date.now() + hourMs),
        notAfter: new Date(Date.now() + 2 * hourMs),
      }),
    },
  }
  refuses({ title: 'a store whose certificate is for another host', id: 'another-host' }, async () => {
    const { authority } = await fixtures
    const tls = authority.issue({ commonName: 'etcd', hosts: ['other.example'] })
    const requests = await requestsOf(() => ca(authority), { tls })

    expect(requests.length, 'connections and questions').toBeGreaterThan(0)
    expect(requests.filter(isRequest), 'questions').toEqual([])
  }).sees('etcd-server-not-verified', 'etcd-server-name-ignored')

  for (const [words, { id, times }] of Object.entries(invalidCertificates))
    refuses({ title: `a store whose certificate ${words}`, id }, async () => {
      const { authority } = await fixtures
      const tls = authority.issue({ commonName: 'etcd', ...times() })
      const requests = await requestsOf(() => ca(authority), { tls })

      expect(requests.length, 'connections and questions').toBeGreaterThan(0)
      expect(requests.filter(isRequest), 'questions').toEqual([])
    }).sees('etcd-server-not-verified')
})

for (const [flag, of] of [
  ['--etcd-certfile', 'certificate'],
  ['--etcd-keyfile', 'key of the certificate'],
] as const) {
  must(`flag.${flag.slice(2)}.shown`, flagRow(flag, 'meaning'), () => {
    says(`${flag} is the ${of} for etcd.`)
    test(
      {
        title: 'a store that accepts no other client authenticates the server by its certificate',
        id: 'a store that lets nobody else in knows the server by its certificate',
      },
      async () => {
        const requests = await requestsOf(trustedClientFlags, { certificates: 'required' })

        expect([...new Set(requests.filter(isRequest).map(({ client }) => client))], 'who asked').toEqual([
          clientName,
        ])
      },
    ).sees('etcd-client-certificate-not-shown')
  })
}
