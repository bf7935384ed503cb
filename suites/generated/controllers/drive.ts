import { inject } from 'vitest'
import { becomesTrue, becomesTrueSoon } from '#kit'
import type { Disagreement, CaseResult } from '#kit/generate.ts'
import { dialectOf } from '#kit/launch.ts'
import { type ApiServer, isMeant } from '#mocks/api-server/index.ts'
import { namespaceOf, workersCases } from '../../2-controller-manager-configuration/blocks/workers/cases.ts'
import { controllerName, managerOutcome } from '../../shared/controller-manager.ts'
import { startManagersApi } from '../../shared/controller-manager/default-configuration.ts'
import { worksWithinMs } from '../../shared/manager/work.ts'
import { type ControllersCase, type Item, type Worker, workers } from './model.ts'
import { runs } from './oracle.ts'

// A disabled controller would have started by now, as the others have done their work.
const silentMs = 1_000

/** Starts a manager with each list, and observes the controllers that work. */
export const judgeControllers = (cases: readonly ControllersCase[]): Promise<readonly CaseResult[]> =>
  Promise.all(cases.map(judgeCase))

/** Reduces a case to the items of the controller with the disagreement, and one that shows that the manager works. */
export function focused(
  { list }: ControllersCase,
  { asked: input }: Disagreement,
): ControllersCase | undefined {
  const { controller } = input as { readonly controller?: Worker }
  if (controller === undefined) return undefined
  const some = list.filter((item) => item === '*' || item.replace(/^-/, '') === controller)
  if (workers.some((worker) => runs({ list: some }, worker) === true)) return { list: some }
  return { list: [...some, controller === 'JobController' ? 'DeploymentController' : 'JobController'] }
}

async function judgeCase(one: ControllersCase): Promise<CaseResult> {
  const api = await startManagersApi(dialectOf(inject('settings').target))
  try {
    const disagreements: Disagreement[] = []
    const open: { what: string; value: unknown }[] = []
    // Without a node, a daemon set creates no pod.
    api.hand.create({ apiVersion: 'v1', kind: 'Node', metadata: { name: 'node-a' } })
    for (const worker of workers) give(api, worker)
    const configuration = { Generic: { Controllers: one.list.map(named) } }
    const outcome = await managerOutcome({ api, configuration }, async () => {
      const meant = workers.filter((worker) => runs(one, worker) === true)
      await becomesTrue(() => meant.every((worker) => worked(api, worker)), worksWithinMs)
      const others = workers.filter((worker) => runs(one, worker) === false)
      await becomesTrueSoon(() => others.some((worker) => worked(api, worker)), silentMs)
      for (const worker of workers) {
        const [expected, actual] = [runs(one, worker), worked(api, worker)]
        if (expected === 'open')
          open.push({ what: `a star and ${worker}`, value: actual ? 'works' : 'nothing' })
        else if (actual !== expected)
          disagreements.push({ asked: { list: one.list, controller: worker }, expected, actual })
      }
    })
    if (outcome.outcome === 'ready') return { disagreements, open }
    const actual = { outcome: outcome.outcome, stderr: outcome.stderr.trim().slice(-600) }
    return { disagreements: [{ asked: one, expected: { outcome: 'ready' }, actual }] }
  } finally {
    await api.stop()
  }
}

/** Returns an item in the target's spelling of the controller. */
function named(item: Item): string {
  if (item === '*') return item
  const block = item.replace(/^-/, '')
  return `${item.startsWith('-') ? '-' : ''}${controllerName(block)}`
}

function give(api: ApiServer, worker: Worker): void {
  const name = namespaceOf(worker)
  api.hand.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } })
  workersCases.find(({ block }) => block === worker)?.give(api, 'work', name)
}

/** Reports whether a controller has processed its object. */
function worked(api: ApiServer, worker: Worker): boolean {
  const held = workersCases.find(({ block }) => block === worker)?.held
  return held !== undefined && api.journal.some((request) => isMeant(request, held))
}
