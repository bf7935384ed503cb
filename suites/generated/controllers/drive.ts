import { inject } from 'vitest'
import { becomesTrue, becomesTrueSoon } from '#kit'
import type { Disagreement, CaseResult } from '#kit/generate.ts'
import { dialectOf } from '#kit/launch.ts'
import { type ApiServer, isMeant } from '#mocks/api-server/index.ts'
import { namespaceOf, workersCases } from '../../2-controller-manager-configuration/blocks/workers/cases.ts'
import { controllerName, managerOutcome } from '../../shared/controller-manager.ts'
import { startManagersApi } from '../../shared/controller-manager/default-configuration.ts'
import { worksWithinMs } from '../../shared/manager/work.ts'
import { type ControllersCase, type ListItem, type Worker, workers } from './model.ts'
import { isRunning } from './oracle.ts'

// Long enough for a disabled controller to work after the enabled controllers have worked.
const silentMs = 1_000

/** Starts a manager with each list, and observes the controllers that work. */
export const judgeControllers = (cases: readonly ControllersCase[]): Promise<readonly CaseResult[]> =>
  Promise.all(cases.map(judgeCase))

/**
 * Reduces a case to the items of the controller with the disagreement, and of a controller that shows that the manager
 * works.
 */
export function focusCase(
  { list }: ControllersCase,
  { asked: input }: Disagreement,
): ControllersCase | undefined {
  const { controller } = input as { readonly controller?: Worker }
  if (controller === undefined) return undefined
  const relevantItems = list.filter((item) => item === '*' || item.replace(/^-/, '') === controller)
  if (workers.some((worker) => isRunning({ list: relevantItems }, worker) === true))
    return { list: relevantItems }
  return {
    list: [...relevantItems, controller === 'JobController' ? 'DeploymentController' : 'JobController'],
  }
}

async function judgeCase(testCase: ControllersCase): Promise<CaseResult> {
  const api = await startManagersApi(dialectOf(inject('settings').target))
  try {
    const disagreements: Disagreement[] = []
    const openResults: { what: string; value: unknown }[] = []
    // Without a node, a daemon set creates no pod.
    api.hand.create({ apiVersion: 'v1', kind: 'Node', metadata: { name: 'node-a' } })
    for (const worker of workers) createWorkFor(api, worker)
    const configuration = { Generic: { Controllers: testCase.list.map(controllerItem) } }
    const startResult = await managerOutcome({ api, configuration }, async () => {
      const enabledWorkers = workers.filter((worker) => isRunning(testCase, worker) === true)
      await becomesTrue(() => enabledWorkers.every((worker) => hasWorked(api, worker)), worksWithinMs)
      const disabledWorkers = workers.filter((worker) => isRunning(testCase, worker) === false)
      await becomesTrueSoon(() => disabledWorkers.some((worker) => hasWorked(api, worker)), silentMs)
      for (const worker of workers) {
        const [expected, actual] = [isRunning(testCase, worker), hasWorked(api, worker)]
        if (expected === 'open')
          openResults.push({ what: `a star and ${worker}`, value: actual ? 'works' : 'nothing' })
        else if (actual !== expected)
          disagreements.push({ asked: { list: testCase.list, controller: worker }, expected, actual })
      }
    })
    if (startResult.outcome === 'ready') return { disagreements, open: openResults }
    const actual = { outcome: startResult.outcome, stderr: startResult.stderr.trim().slice(-600) }
    return { disagreements: [{ asked: testCase, expected: { outcome: 'ready' }, actual }] }
  } finally {
    await api.stop()
  }
}

/** Returns an item in the target's spelling of the controller. */
function controllerItem(item: ListItem): string {
  if (item === '*') return item
  const block = item.replace(/^-/, '')
  return `${item.startsWith('-') ? '-' : ''}${controllerName(block)}`
}

function createWorkFor(api: ApiServer, worker: Worker): void {
  const name = namespaceOf(worker)
  api.hand.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } })
  workersCases.find(({ block }) => block === worker)?.createObject(api, 'work', name)
}

/** Reports whether a controller has processed its object. */
function hasWorked(api: ApiServer, worker: Worker): boolean {
  const workFilter = workersCases.find(({ block }) => block === worker)?.firstRequest
  return workFilter !== undefined && api.journal.some((request) => isMeant(request, workFilter))
}
