import { expect, rulesOf, says, seeing, test, until } from '#kit'
import { type Etcd, under } from '#mocks/etcd/index.ts'
import { storageOf } from '../../../shared/storage.ts'
import { separateStores, spawnForCheck } from './separate-store.ts'
import { flagRow } from '../../../shared/flags/place.ts'

const { must } = rulesOf({ overlaps: true })

const overridesFlag = '--etcd-servers-overrides'
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
