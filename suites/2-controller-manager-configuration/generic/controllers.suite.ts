import { expect, nowMs, rulesOf, says, test, untilMoment } from '#kit'
import { checkApi, startManager } from '../../shared/controller-manager.ts'
import { createWork, untilWorked, type Worker, workerName, workOf } from '../../shared/manager/work.ts'

const { must } = rulesOf({ document: 2, section: 'GenericControllerManagerConfiguration', overlaps: true })

// Long enough for an enabled controller to work after another controller has worked.
const silentMs = 1_500

interface ControllerList {
  /** Value of the list. `deployments` and `replicaSets` represent the names of their controllers. */
  readonly list: readonly string[]
  readonly activeWorkers: readonly Worker[]
}

const ignoredListFault = 'field-ignored-generic-controllers'
const starFault = 'controllers-star-enables-none'

must('manager.generic.controllers.list', 'Controllers', () => {
  says(
    'A name enables a controller, a name behind a minus disables it, * enables those that are on by default, and the first item for a name counts.',
  )
  const cases: Readonly<
    Record<string, ControllerList & { readonly id: string; readonly faults: readonly string[] }>
  > = {
    'a list with one name enables only its controller': {
      id: 'one name enables its controller alone',
      list: ['deployments'],
      activeWorkers: ['deployments'],
      faults: [ignoredListFault, 'controllers-unnamed-enabled'],
    },
    'a star enables both controllers': {
      id: 'a star enables both',
      list: ['*'],
      activeWorkers: ['deployments', 'replicaSets'],
      faults: [starFault],
    },
    'a name with a minus after a star disables its controller': {
      id: 'a star and a name behind a minus leaves that one out',
      list: ['*', '-deployments'],
      activeWorkers: ['replicaSets'],
      faults: [ignoredListFault, starFault, 'controllers-star-counts-as-item'],
    },
    'a name with a minus before a star disables its controller': {
      id: 'a name behind a minus and a star leaves it out as well',
      list: ['-deployments', '*'],
      activeWorkers: ['replicaSets'],
      faults: [ignoredListFault, starFault],
    },
    'a controller runs if the first of its two items has no minus': {
      id: 'the first of two items enables',
      list: ['deployments', '-deployments', 'replicaSets'],
      activeWorkers: ['deployments', 'replicaSets'],
      faults: ['controllers-last-item-wins'],
    },
    'a controller does not run if the first of its two items has a minus': {
      id: 'the first of two items disables',
      list: ['-deployments', 'deployments', 'replicaSets'],
      activeWorkers: ['replicaSets'],
      faults: [ignoredListFault, 'controllers-last-item-wins'],
    },
  }

  for (const [title, { id, list, activeWorkers, faults }] of Object.entries(cases)) {
    test({ title, id }, async () => {
      const api = await checkApi()
      createWork(api)
      await startManager({ api, configuration: { Generic: { Controllers: list.map(controllerItem) } } })
      for (const worker of activeWorkers) await untilWorked(api, worker)

      // Disabled controllers have the same time for the second objects as the enabled controllers.
      await untilMoment(nowMs() + silentMs, 'what is not enabled would have begun')
      createWork(api, 'later')
      for (const worker of activeWorkers) await untilWorked(api, worker, 'later')
      for (const worker of (['deployments', 'replicaSets'] as const).filter(
        (one) => !activeWorkers.includes(one),
      ))
        for (const name of ['work', 'later']) expect(workOf(api, worker, name), worker).toEqual([])
      expect(activeWorkers.map((worker) => workOf(api, worker).length > 0)).toEqual(
        activeWorkers.map(() => true),
      )
    }).sees(...faults)
  }
})

function controllerItem(item: string): string {
  const bareName = item.replace('-', '')
  return bareName === '*' ? item : `${item.startsWith('-') ? '-' : ''}${workerName(bareName as Worker)}`
}
