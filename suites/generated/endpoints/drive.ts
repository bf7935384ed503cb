import { becomesTrue, nowMs, untilMoment } from '#kit'
import type { CaseResult, Disagreement } from '#kit/generate.ts'
import type { ApiServer } from '#mocks/api-server/index.ts'
import { serviceWithPods } from '../../2-controller-manager-configuration/blocks/endpoints/pods.ts'
import { requestsSince } from '../../2-controller-manager-configuration/blocks/requests.ts'
import { judgeOnManager } from '../on-manager.ts'
import type { EndpointsCase } from './model.ts'
import { addressesAfter } from './oracle.ts'
import { inEndpoints, inSlices, play } from './play.ts'

/** Batch periods, in milliseconds, by the resource that is written. */
const periods = { endpoints: 1_000, endpointslices: 2_000 } as const
type Written = keyof typeof periods
const read = { endpoints: inEndpoints, endpointslices: inSlices } as const
const resources = Object.keys(periods) as Written[]

const settlesWithinMs = 20_000
const apartMs = 100
// A batch that the last change of a round started.
const quietMs = 2_500

/** Plays all cases on one controller manager, each with a separate service. */
export function judgeEndpoints(cases: readonly EndpointsCase[]): Promise<readonly CaseResult[]> {
  return judgeOnManager(cases, {
    configuration: {
      blocks: ['EndpointController', 'EndpointSliceController'],
      fields: {
        '/EndpointController/EndpointUpdatesBatchPeriod': `${periods.endpoints}ms`,
        '/EndpointSliceController/EndpointUpdatesBatchPeriod': `${periods.endpointslices}ms`,
      },
      watched: ['services', 'pods', 'endpoints', 'endpointslices'],
    },
    prepare: (api) => {
      for (const at of cases.keys()) serviceWithPods(api, serviceOf(at), 0)
    },
    play: (api, found) => playAll(cases, api, found),
  })
}

const serviceOf = (at: number): string => `drawn-${at}`

async function playAll(
  cases: readonly EndpointsCase[],
  api: ApiServer,
  found: readonly Disagreement[][],
): Promise<void> {
  await becomesTrue(
    () => cases.every((_, at) => api.hand.get({ resource: 'endpoints', name: serviceOf(at) }) !== undefined),
    settlesWithinMs,
  )
  const last = Math.max(...cases.map(({ rounds }) => rounds.length))
  for (let index = 0; index < last && found.every((own) => own.length === 0); index++) {
    await untilMoment(nowMs() + quietMs, 'no batch waits any longer')
    const fromMs = nowMs()
    const steps = Math.max(...cases.map(({ rounds }) => rounds[index]?.length ?? 0))
    for (let step = 0; step < steps; step++) {
      await untilMoment(fromMs + step * apartMs, 'it is the turn of the next change')
      for (const [at, { rounds }] of cases.entries()) {
        const action = rounds[index]?.[step]
        if (action !== undefined) play(api, serviceOf(at), action)
      }
    }
    await compare(cases, index, api, found, fromMs)
  }
}

/**
 * Waits until the objects of each service are as the model expects after a round, and reports when they were
 * written.
 */
async function compare(
  cases: readonly EndpointsCase[],
  index: number,
  api: ApiServer,
  found: readonly Disagreement[][],
  fromMs: number,
): Promise<void> {
  const expected = cases.map((one) => JSON.stringify(addressesAfter(one, index + 1)))
  const isAs = (resource: Written, at: number): boolean =>
    JSON.stringify(read[resource](api, serviceOf(at))) === expected[at]
  await becomesTrue(
    () => resources.every((resource) => cases.every((_, at) => isAs(resource, at))),
    settlesWithinMs,
  )
  for (const [at, one] of cases.entries())
    for (const resource of resources) {
      const input = { ...one, afterRound: index, resource }
      if (!isAs(resource, at))
        found[at]?.push({
          asked: input,
          expected: addressesAfter(one, index + 1),
          actual: read[resource](api, serviceOf(at)),
        })
      const first = firstWrite(api, resource, serviceOf(at), fromMs)
      if (one.rounds[index] !== undefined && first !== undefined && first < fromMs + periods[resource])
        found[at]?.push({
          asked: input,
          expected: `written no sooner than ${periods[resource]} ms after the first change`,
          actual: `written after ${Math.round(first - fromMs)} ms`,
        })
    }
}

/** Returns the time of the first write to an object of a service since a moment. */
function firstWrite(api: ApiServer, resource: Written, service: string, fromMs: number): number | undefined {
  return requestsSince(api, fromMs, { verb: ['create', 'update', 'patch', 'delete'], resource })
    .filter(({ path, body }) => `${path} ${JSON.stringify(body ?? {})}`.includes(service))
    .map(({ atMs }) => atMs)[0]
}
