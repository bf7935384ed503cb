import { rulesOf, says, test } from '#kit'
import { checkApi, startManager } from '../../shared/controller-manager.ts'
import { createWork, untilWorked } from '../../shared/manager/work.ts'

const { unspecified } = rulesOf({ document: 2, section: 'Authentication', overlaps: true })

unspecified('manager.generic.callers', 'callers of the served port', () => {
  says('Unspecified: how the served port authenticates callers.')
  test(
    {
      title: 'records the response to a caller without credentials',
      id: 'what a caller without credentials is answered is recorded',
    },
    async (check) => {
      const manager = await startManager({})
      for (const path of ['/healthz', '/metrics', '/configz']) {
        const { status } = await manager.get(path)
        check.observe(`status of ${path}`, status)
      }
    },
  )
})

unspecified('manager.events', { section: 'Events', row: 'events of the managers' }, () => {
  says('Unspecified: which events the managers emit.')
  test(
    {
      title: 'records the reasons of the events of two controllers',
      id: 'the reasons of the events of two controllers at work are recorded',
    },
    async (check) => {
      const api = await checkApi()
      createWork(api)
      await startManager({ api })
      await untilWorked(api, 'deployments')

      const reasons = api.hand.list('events').map((event) => String((event as { reason?: unknown }).reason))
      check.observe('reasons', [...new Set(reasons)].sort().join(', ') || 'none')
    },
  )
})
