import { expect } from '#harness/check/expect.ts'
import { rule, test } from '#harness/check/rule.ts'
import { until } from '#harness/until.ts'
import { type Etcd, under } from '#mocks/etcd/index.ts'
import { ownStores, spawnOn } from '../../fixtures/own-store.ts'
import { flagRow } from '../flag-rules.ts'

const overrides = '--etcd-servers-overrides'
const own = ownStores()
const away = () => own.store('away', { listening: false })

// A server that knows but one of the servers never comes to its store, so it need not become ready.
const cameWithinMs = 10_000

/** Whether a server comes to ask a store about a prefix. */
async function comesTo(etcd: Etcd, prefix: string): Promise<boolean> {
  return until(() => etcd.journal.some(under(prefix)), {
    withinMs: cameWithinMs,
    what: `the store was asked about ${prefix}`,
  }).then(
    () => true,
    () => false,
  )
}

const second = 'comes to the second server of an entry when the first is away'

rule(
  {
    level: 'MUST',
    id: 'flag.etcd-servers-overrides.several-servers',
    says: 'The servers of an entry are URLs separated by semicolons, each of them a way to the store.',
    source: flagRow(overrides, 'servers'),
    overlaps: true,
    faults: {
      'only-first-etcd-override-server-used': [second],
      'only-first-etcd-server-used': [second],
      'etcd-servers-overrides-ignored': [second],
    },
  },
  () => {
    test(second, async () => {
      const backup = await own.store('backup')
      const servers = `${(await away()).url};${backup.url}`
      await spawnOn([await own.store('beside')], {
        [overrides]: `networking.orch.io/ingressclasses#${servers}`,
      })

      expect(await comesTo(backup, '/'), 'the second server was asked').toBe(true)
    })
  },
)

const list = 'comes to the second server when the first is away'

rule(
  {
    level: 'MUST',
    id: 'flag.etcd-servers.list',
    says: 'Every server of --etcd-servers is a way to the store.',
    source: flagRow('--etcd-servers', 'list'),
    overlaps: true,
    faults: { 'only-first-etcd-server-used': [list] },
  },
  () => {
    test(list, async () => {
      const live = await own.store('live')
      await spawnOn([await away(), live])

      expect(await comesTo(live, '/'), 'the second server was asked').toBe(true)
    })
  },
)
