import { becomesTrue, expect, formerly, type NamedCases, test } from '#kit'
import type { ApiObject, ApiServer } from '#mocks/api-server/index.ts'
import { requireFields, declareFieldRule } from '../field.ts'
import { reconciledWithinMs, requestsSince } from '../requests.ts'
import { applyStep, type ManyPodsName, manyPods, podsReadyAfter, serviceOf, stepsOf } from './many-pods.ts'
import { limits, maxEndpointsField, fixtures } from './limits-fixtures.ts'
import { endpointsIn, mirroredAddresses } from './mirrors.ts'
import { sliceSizes } from './pods.ts'

type LimitName = keyof typeof limits
const texts: Readonly<Partial<Record<ManyPodsName, string>>> = {
  'no address of its own': 'no cluster IP',
  'pods that are removed and come back': 'pods that are removed and created again',
  'pods that all go and come again': 'pods that are all removed and created again',
  'pods that come one by one': 'pods that are created one by one',
}
const cases: NamedCases<{ readonly name: ManyPodsName; readonly limit: LimitName }> = Object.fromEntries(
  (Object.keys(manyPods) as ManyPodsName[]).flatMap((name) =>
    (Object.keys(limits) as LimitName[]).map((limit) => [
      `${limit} for a service with ${texts[name] ?? name}`,
      formerly(`${limit} for a service with ${name}`, { name, limit }),
    ]),
  ),
)

/** Returns the maximum number of endpoints that the program wrote into a slice of a service. */
function largestWrittenSlice(api: ApiServer, service: string): number {
  const sizes = requestsSince(api, 0, { verb: ['create', 'update'], resource: 'endpointslices' })
    .filter(({ body }) => JSON.stringify(body ?? {}).includes(`"${service}"`))
    .map(({ body }) => endpointsIn((body ?? {}) as ApiObject).length)
  return Math.max(0, ...sizes)
}

/** Reports whether the slices of a service have the addresses of these pods, ready or not. */
function hasAll(api: ApiServer, service: string, numbers: ReadonlySet<number>): boolean {
  const mirroredSet = mirroredAddresses(api, service)
  return [...numbers].every((number) => mirroredSet.has(`192.0.2.${number}`))
}

declareFieldRule(
  {
    field: maxEndpointsField,
    aspect: 'each-sequence',
    says: 'No slice has more endpoints than MaxEndpointsPerSlice, however the pods of its service come and go.',
  },
  () => {
    test
      .for(cases)(
        { title: 'limits the endpoints of each slice to %s', id: 'has slices of at most %s' },
        async ({ name, limit }) => {
          requireFields(maxEndpointsField)
          const { api } = await fixtures[limits[limit]]!()
          const service = serviceOf(name)
          for (const [number, step] of stepsOf(name).entries()) {
            if (number > 0) applyStep(api, name, step)
            const expectedNumbers = podsReadyAfter(name, number + 1)
            const hasAllPods = await becomesTrue(
              () => hasAll(api, service, expectedNumbers),
              reconciledWithinMs,
            )

            expect(hasAllPods, `whether all ready pods are in slices after step ${number + 1}`).toBe(true)
            expect(sliceSizes(api, service)[0] ?? 0, 'endpoints in the largest slice').toBeLessThanOrEqual(
              limits[limit],
            )
          }

          expect(largestWrittenSlice(api, service), 'endpoints in the largest slice written').toBeGreaterThan(
            0,
          )
          expect(largestWrittenSlice(api, service)).toBeLessThanOrEqual(limits[limit])
        },
      )
      .sees(({ name }) =>
        name === 'pods of two families' ? 'slices-of-ipv6-unlimited' : 'slices-overfilled-later',
      )
  },
)
