import { becomesTrue, currentCheck, expect, refuses, rulesOf, says, shared, sharedByName, test } from '#kit'
import { pem } from '#kit/launch.ts'
import { type CertificateAuthority, createAuthority } from '#harness/certificates/authority.ts'
import { type Etcd, startEtcd } from '#mocks/etcd/index.ts'
import { killServer, spawnServer } from '../../../../shared/api-server.ts'
import { flagRow } from '../../../../shared/flags/place.ts'
import { storageOf } from '../../../../shared/storage.ts'

const { must } = rulesOf({ overlaps: true, limitMs: 90_000 })

const flag = '--etcd-servers-overrides'
const clientName = 'api-server-towards-etcd'

/**
 * Stores by their place in the flags. The store `strange` has a certificate that no authority of the bundle signed.
 */
type StoreName = 'main' | 'first' | 'second' | 'last' | 'away' | 'strange'

// Long enough for a server to connect to the stores on a busy machine.
const arrivesWithinMs = 30_000

const fixtures = shared(async () => {
  const [first, second, strange] = await Promise.all([
    createAuthority('one CA'),
    createAuthority('another CA'),
    createAuthority('a stranger'),
  ])
  const client = first.issue({ commonName: clientName, usage: 'client', hosts: [] })
  return { first, second, strange, client, bundle: `${first.certificate}${second.certificate}` }
})

/**
 * Starts a store whose certificate is signed by a CA of the bundle, or by an unknown CA for `strange`. Each store
 * requires the client certificate of the API server.
 */
const store = sharedByName(
  async (place: string) => {
    const { first, second, strange } = await fixtures()
    const signers: Readonly<Record<string, CertificateAuthority>> = {
      main: second,
      second,
      strange,
    }
    const tls = (signers[place] ?? first).issue({ commonName: `etcd ${place}` })
    return startEtcd({ tls, clientCa: first.certificate, listening: place !== 'away' })
  },
  (etcd) => etcd.stop(),
)
const url = async (place: StoreName): Promise<string> => (await store(place)).url

/** Overrides of each server. The untrusted store has a separate server, because an implementation may stop there. */
const overrideLists: Readonly<Record<'trusting' | 'distrusting', () => Promise<readonly string[]>>> = {
  trusting: async () => [
    `networking.orch.io/ingressclasses#${await url('first')}`,
    `batch/cronjobs#${await url('second')}`,
    `batch/jobs#${await url('away')};${await url('last')}`,
  ],
  distrusting: async () => [`networking.orch.io/ingressclasses#${await url('strange')}`],
}

const server = sharedByName(
  async (sort: string) => {
    const { client, bundle } = await fixtures()
    return spawnServer({
      storage: storageOf(await store('main')),
      flags: {
        [flag]: (await overrideLists[sort as keyof typeof overrideLists]()).join(','),
        '--etcd-cafile': pem('etcd-cas.crt', bundle),
        '--etcd-certfile': pem('etcd-client.crt', client.certificate),
        '--etcd-keyfile': pem('etcd-client.key', client.key),
      },
    })
  },
  (running) => killServer(running),
)

/** Returns the certificate names in the requests that a store received from the server. */
async function clientNames(place: StoreName): Promise<readonly unknown[]> {
  currentCheck().show((await server('trusting')).evidence)
  const etcd = await store(place)
  await becomesTrue(() => questions(etcd).length > 0, arrivesWithinMs)
  return [...new Set(questions(etcd).map(({ client }) => client))]
}

const questions = ({ journal }: Etcd) => journal.filter(({ method }) => method !== 'Connect')

const places = {
  'the store of the first override': 'first',
  'the store of a later override': 'second',
  'the second store of the last override': 'last',
} as const

must(
  'flag.etcd-servers-overrides.tls',
  { ...flagRow(flag, 'TLS'), rows: [flag, '--etcd-certfile', '--etcd-keyfile', '--etcd-cafile'] },
  () => {
    says(
      'Each store of an override is verified by --etcd-cafile, and shown the certificate of --etcd-certfile.',
    )
    test({ title: 'the main store receives the client certificate', id: 'main' }, async () => {
      expect(await clientNames('main')).toEqual([clientName])
    }).sees('only-first-etcd-authority-used')

    test
      .for(places)({ title: '%s receives the client certificate', id: '%s' }, async (place) => {
        expect(await clientNames(place)).toEqual([clientName])
      })
      .sees('etcd-override-without-client-certificate')

    refuses(
      {
        title: 'the store of an override whose certificate a CA outside of the bundle signed',
        id: 'strange',
      },
      async () => {
        currentCheck().show((await server('distrusting')).evidence)
        const { journal } = await store('strange')
        await becomesTrue(() => journal.length > 0, arrivesWithinMs)

        expect(journal.length, 'connections and requests').toBeGreaterThan(0)
        expect(questions(await store('strange')), 'requests').toEqual([])
      },
    ).sees('etcd-override-not-verified')
  },
)
