import { rule, test } from '#harness/check/rule.ts'
import { checkApi, startManager } from '../../shared/controller-manager.ts'
import { giveWork, untilWorked } from '../../shared/manager/work.ts'

const open = { level: 'UNSPECIFIED', overlaps: true } as const

rule(
  {
    ...open,
    id: 'manager.generic.callers',
    says: 'Unspecified: how the served port authenticates callers.',
    source: { document: 2, section: 'Authentication', rows: ['callers of the served port'] },
  },
  () => {
    test('what a caller without credentials is answered is recorded', async (check) => {
      const manager = await startManager({})
      for (const path of ['/healthz', '/metrics', '/configz']) {
        const { status } = await manager.get(path)
        check.observe(`status of ${path}`, status)
      }
    })
  },
)

rule(
  {
    ...open,
    id: 'manager.events',
    says: 'Unspecified: which events the managers emit.',
    source: { document: 2, section: 'Events', rows: ['events of the managers'] },
  },
  () => {
    test('the reasons of the events of two controllers at work are recorded', async (check) => {
      const api = await checkApi()
      giveWork(api)
      await startManager({ api })
      await untilWorked(api, 'deployments')

      const reasons = api.hand.list('events').map((event) => String((event as { reason?: unknown }).reason))
      check.observe('reasons', [...new Set(reasons)].sort().join(', ') || 'none')
    })
  },
)
