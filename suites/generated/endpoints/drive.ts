import { becomesTrue, nowMs, untilMoment } from '#kit'
import type { CaseResult, Disagreement } from '#kit/generate.ts'
import type { ApiServer } from '#mocks/api-server/index.ts'
import { serviceWithPods } from '../../2-controller-manager-configuration/blocks/endpoints/pods.ts'
import { requestsSince } from '../../2-controller-manager-configuration/blocks/requests.ts'
import { judgeOnManager } from '../on-manager.ts'
import type { EndpointsCase } from './model.ts'
import { addressesAfter } from './oracle.ts'
import { endpointsAddresses, sliceAddresses, playAction } from './play.ts'

/** Batch periods, in milliseconds, by the resource that is written. */
const periods = { endpoints: 1_000, endpointslices: 2_000 } as const
type WrittenResource = keyof typeof periods
const addressesOf = { endpoints: endpointsAddresses, endpointslices: sliceAddresses } as const
const resources = Object.keys(periods) as WrittenResource[]

const settlesWithinMs = 20_000
const intervalMs = 100
// Long enough for the batch of the last change of a round.
const quietMs = 2_500

/** Runs all cases on one controller manager, each with a separate service. */
export function judgeEndpoints(cases: readonly EndpointsCase[]): Promise<readonly CaseResult[]> {
  return judgeOnManager(cases, {
    configuration: {
      blocks: ['EndpointController', 'EndpointSliceController'],
      fields: {
        '/EndpointController/EndpointUpdatesBatchPeriod': `${periods.endpoints}ms`,
        '/EndpointSliceController/EndpointUpdatesBatchPeriod': `${periods.endpointslices}ms`,
      },
      watchedResources: ['services', 'pods', 'endpoints', 'endpointslices'],
    },
    prepare: (api) => {
      for (const caseIndex of cases.keys()) serviceWithPods(api, serviceOf(caseIndex), 0)
    },
    play: (api, disagreements) => playAllRounds(cases, api, disagreements),
  })
}

const serviceOf = (at: number): string => `drawn-${at}`

async function playAllRounds(
  cases: readonly EndpointsCase[],
  api: ApiServer,
  disagreements: readonly Disagreement[][],
): Promise<void> {
  await becomesTrue(
    () => cases.every((_, at) => api.hand.get({ resource: 'endpoints', name: serviceOf(at) }) !== undefined),
    settlesWithinMs,
  )
  const roundCount = Math.max(...cases.map(({ rounds }) => rounds.length))
  for (let index = 0; index < roundCount && disagreements.every(({ length }) => length === 0); index++) {
    await untilMoment(nowMs() + quietMs, 'no batch waits any longer')
    const fromMs = nowMs()
    const steps = Math.max(...cases.map(({ rounds }) => rounds[index]?.length ?? 0))
    for (let step = 0; step < steps; step++) {
      await untilMoment(fromMs + step * intervalMs, 'it is the turn of the next change')
      for (const [at, { rounds }] of cases.entries()) {
        const action = rounds[index]?.[step]
        if (action !== undefined) playAction(api, serviceOf(at), action)
      }
    }
    await compare(cases, index, api, disagreements, fromMs)
  }
}

/** Waits for the expected objects of each service after a round, and compares them and their write times. */
async function compare(
  cases: readonly EndpointsCase[],
  index: number,
  api: ApiServer,
  disagreements: readonly Disagreement[][],
  fromMs: number,
): Promise<void> {
  const expected = cases.map((one) => JSON.stringify(addressesAfter(one, index + 1)))
  const isAsExpected = (resource: WrittenResource, at: number): boolean =>
    JSON.stringify(addressesOf[resource](api, serviceOf(at))) === expected[at]
  await becomesTrue(
    () => resources.every((resource) => cases.every((_, at) => isAsExpected(resource, at))),
    settlesWithinMs,
  )
  for (const [at, one] of cases.entries())
    for (const resource of resources) {
      const caseInput = { ...one, afterRound: index, resource }
      if (!isAsExpected(resource, at))
        disagreements[at]?.push({
          asked: caseInput,
          expected: addressesAfter(one, index + 1),
          actual: addressesOf[resource](api, serviceOf(at)),
        })
      const firstWriteMs = firstWriteAtMs(api, resource, serviceOf(at), fromMs)
      if (
        one.rounds[index] !== undefined &&
        firstWriteMs !== undefined &&
        firstWriteMs < fromMs + periods[resource]
      )
        disagreements[at]?.push({
          asked: caseInput,
          expected: `written no sooner than ${periods[resource]} ms after the first change`,
          actual: `written after ${Math.round(firstWriteMs - fromMs)} ms`,
        })
    }
}

/** Returns the time of the first write to an object of a service since a moment. */
function firstWriteAtMs(
  api: ApiServer,
  resource: WrittenResource,
  service: string,
  fromMs: number,
): number | undefined {
  return requestsSince(api, fromMs, { verb: ['create', 'update', 'patch', 'delete'], resource })
    .filter(({ path, body }) => `${path} ${JSON.stringify(body ?? {})}`.includes(service))
    .map(({ atMs }) => atMs)[0]
}
