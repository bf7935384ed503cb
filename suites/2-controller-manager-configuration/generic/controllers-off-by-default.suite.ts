import { expect, nowMs, rulesOf, says, test, untilMoment } from '#kit'
import type { ApiServerRequest, ApiServer } from '#mocks/api-server/index.ts'
import { checkApi, controllerName, startManager } from '../../shared/controller-manager.ts'
import { expectWithin } from '../../shared/manager/expect-within.ts'
import { createWork, workerName, workOf, worksWithinMs } from '../../shared/manager/work.ts'
import { putObject } from '../blocks/fixture.ts'

const { must } = rulesOf({ document: 2, section: 'GenericControllerManagerConfiguration', overlaps: true })

// Time without work that shows that a controller is disabled.
const silentMs = 1_500

/** Controllers of the checks: the first two are on by default, and `off` is off by default. */
const workers = ['deployments', 'replicaSets', 'off'] as const
type WorkerName = (typeof workers)[number]

interface ControllerList {
  /** Value of the list, with names of `workers` in place of names of controllers. */
  readonly list: readonly string[]
  readonly activeWorkers: readonly WorkerName[]
  readonly fault: string
  /** Words that the id of the check is made from, if its title has changed. */
  readonly formerly?: string
}

const forgottenFault = 'controllers-off-by-default-not-enabled-with-star'
const cases: Readonly<Record<string, ControllerList>> = {
  'only a star': {
    formerly: 'a star alone',
    list: ['*'],
    activeWorkers: ['deployments', 'replicaSets'],
    fault: 'controllers-star-enables-all',
  },
  'a star before the name of the controller': {
    formerly: 'a star before its name',
    list: ['*', 'off'],
    activeWorkers: ['deployments', 'replicaSets', 'off'],
    fault: forgottenFault,
  },
  'a star after the name of the controller': {
    formerly: 'a star behind its name',
    list: ['off', '*', '-deployments'],
    activeWorkers: ['replicaSets', 'off'],
    fault: forgottenFault,
  },
  'the name of the controller and no star': {
    formerly: 'its name and no star',
    list: ['deployments', 'off'],
    activeWorkers: ['deployments', 'off'],
    fault: 'field-ignored-generic-controllers',
  },
  'the name of the controller first with a minus, then without': {
    formerly: 'its name behind a minus and then its name',
    list: ['*', '-off', 'off', '-deployments', 'deployments'],
    activeWorkers: ['replicaSets'],
    fault: 'controllers-last-item-wins',
  },
  'the name of the controller without and with a minus, and two stars': {
    formerly: 'its name, its name behind a minus, and two stars',
    list: ['-deployments', 'deployments', '*', 'off', '-off', '*'],
    activeWorkers: ['replicaSets', 'off'],
    fault: forgottenFault,
  },
  'a star after all other controllers were disabled': {
    formerly: 'a star where all others are disabled',
    list: ['-deployments', '-replicaSets', 'off', '*'],
    activeWorkers: ['off'],
    fault: forgottenFault,
  },
}

must('manager.generic.controllers.off-by-default', 'Controllers', () => {
  says('A name enables a controller that is off by default, with * or without it, and * alone does not.')
  for (const [title, { list, activeWorkers, fault, formerly = title }] of Object.entries(cases)) {
    test(
      { title: `applies a list with ${title}`, id: `has the controller as listed by ${formerly}` },
      async (check) => {
        check.needs('bootstrap-token-cleaner')
        const api = await checkApi()
        createObjects(api, 'work')
        await startManager({ api, configuration: { Generic: { Controllers: list.map(controllerItem) } } })
        await untilAllActive(api, activeWorkers, 'work')
        await untilMoment(nowMs() + silentMs, 'what is not enabled would have begun')
        createObjects(api, 'later')
        await untilAllActive(api, activeWorkers, 'later')

        const workersWithRequests = workers.filter(
          (one) => workRequests(api, one, 'work').length + workRequests(api, one, 'later').length > 0,
        )
        expect(workersWithRequests, 'the controllers that worked').toEqual(
          workers.filter((one) => activeWorkers.includes(one)),
        )
      },
    ).sees(fault)
  }
})

/** Creates work for each of the controllers. */
function createObjects(api: ApiServer, name: string): void {
  createWork(api, name)
  putObject(api, {
    apiVersion: 'v1',
    kind: 'Secret',
    type: 'bootstrap.orch.io/token',
    metadata: { name: tokenOf(name), namespace: 'orch-system' },
    data: {
      'token-id': encode(name),
      'token-secret': encode('0123456789abcdef'),
      expiration: encode('2020-01-01T00:00:00Z'),
    },
  })
}

const tokenOf = (name: string) => `bootstrap-token-${name}`
const encode = (text: string) => Buffer.from(text).toString('base64')

/** Returns the requests by which a controller changed the objects with this name. */
function workRequests(api: ApiServer, worker: WorkerName, name: string): readonly ApiServerRequest[] {
  if (worker !== 'off') return workOf(api, worker, name)
  return api.journal.filter(
    (request) =>
      request.verb === 'delete' && request.resource === 'secrets' && request.name === tokenOf(name),
  )
}

async function untilAllActive(
  api: ApiServer,
  expectedWorkers: readonly WorkerName[],
  name: string,
): Promise<void> {
  for (const worker of expectedWorkers)
    await expectWithin(() => workRequests(api, worker, name).length > 0, {
      withinMs: worksWithinMs,
      what: `the controller ${worker} worked`,
    })
}

function controllerItem(item: string): string {
  const bareName = item.replace('-', '')
  if (bareName === '*') return item
  const name =
    bareName === 'off'
      ? controllerName('BootstrapTokenCleaner')
      : workerName(bareName as Exclude<WorkerName, 'off'>)
  return `${item.startsWith('-') ? '-' : ''}${name}`
}
