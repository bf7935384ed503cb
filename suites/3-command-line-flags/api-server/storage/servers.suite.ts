import { becomesTrue, expect, rulesOf, says, seeing, test, until } from '#kit'
import { type Etcd, startEtcd, under } from '#mocks/etcd/index.ts'
import { startServer } from '../../../shared/api-server.ts'
import { storageOf } from '../../../shared/storage.ts'
import { separateStores, spawnForCheck } from './separate-store.ts'
import { flagRow } from '../../../shared/flags/place.ts'

const { must } = rulesOf({ overlaps: true })

const overridesFlag = '--etcd-servers-overrides'
const configMaps = '/api/v1/namespaces/default/configmaps'
// Long enough for a client that waits between its attempts.
const failsOverWithinMs = 20_000
const answeredWithinMs = 3_000
const storesOfFile = separateStores()
const unavailableStore = () => storesOfFile.store('away', { listening: false })

// Long enough for a server to connect to its store. Readiness is not required.
const arrivesWithinMs = 10_000

/** Reports whether a server sends requests about a prefix to a store. */
async function isReached(etcd: Etcd, prefix: string): Promise<boolean> {
  return until(() => etcd.journal.some(under(prefix)), {
    withinMs: arrivesWithinMs,
    what: `the store was asked about ${prefix}`,
  }).then(
    () => true,
    () => false,
  )
}

must('flag.etcd-servers-overrides.several-servers', flagRow(overridesFlag, 'servers'), () => {
  says('The servers of an entry are URLs separated by semicolons, each of them a way to the store.')
  test(
    {
      title: 'connects to the second server of an entry when the first is unavailable',
      id: 'comes to the second server of an entry when the first is away',
    },
    async () => {
      const backupStore = await storesOfFile.store('backup')
      const servers = `${(await unavailableStore()).url};${backupStore.url}`
      await spawnForCheck({
        storage: storageOf(await storesOfFile.store('beside')),
        flags: { [overridesFlag]: `networking.orch.io/ingressclasses#${servers}` },
      })

      expect(await isReached(backupStore, '/'), 'the second server was asked').toBe(true)
    },
  ).sees('only-first-etcd-override-server-used')
})

must('flag.etcd-servers.list', flagRow('--etcd-servers', 'list'), () => {
  says('Every server of --etcd-servers is a way to the store.')
  const unavailableStores = () =>
    Promise.all([unavailableStore(), storesOfFile.store('away too', { listening: false })])
  const places = {
    first: seeing(['first-etcd-server-skipped'], 0),
    second: seeing(['middle-etcd-server-skipped'], 1),
    last: seeing(['last-etcd-server-skipped'], 2),
  }
  test.for(places)(
    {
      title: 'connects to the %s of three servers when the others are unavailable',
      id: 'comes to the %s of three servers when the others are away',
    },
    async (place) => {
      const availableStore = await storesOfFile.store(`live ${place}`)
      const stores = (await unavailableStores()).toSpliced(place, 0, availableStore)
      await spawnForCheck({ storage: storageOf(...stores) })

      expect(await isReached(availableStore, '/'), 'the server was asked').toBe(true)
    },
  )
})

must(
  'flag.etcd-servers.failover',
  { ...flagRow('--etcd-servers', 'a server that goes away'), capability: 'objects' },
  () => {
    says('A server of --etcd-servers may go away while the API server runs, which then uses the others.')
    test(
      { title: 'stores an object once the first of two servers has gone away', id: 'first' },
      async (check) => {
        const first = await startEtcd()
        check.defer(() => first.stop())
        const second = await startEtcd({ store: first.store })
        check.defer(() => second.stop())
        const server = await startServer({ storage: storageOf(first, second) })
        await first.stop()
        let created = 0
        const isStored = async (): Promise<boolean> => {
          const metadata = { name: `after-${++created}` }
          const response = await server
            .request({ method: 'POST', path: configMaps, body: { metadata }, withinMs: answeredWithinMs })
            .catch(() => undefined)
          return response?.status === 201
        }

        expect(await becomesTrue(isStored, failsOverWithinMs), 'an object is stored').toBe(true)
      },
    ).sees('only-first-etcd-server-used')
  },
)
