import { becomesTrue, expect, test } from '#kit'
import type { ApiServer } from '#mocks/api-server/index.ts'
import { ignoring } from '../../../shared/controller-manager/leaves.ts'
import { requireFields, fieldRule } from '../field.ts'
import { requestsSince } from '../requests.ts'
import { untilQuiet } from '../fixture.ts'
import { limits, maxMirrored, withinMs, fixtures } from './limits-fixtures.ts'
import {
  endpointsOf,
  expectedOf,
  mirroredAddresses,
  type MirrorName,
  mirrors,
  setSubsets,
  type Subset,
} from './mirrors.ts'
import { mirrored, subsetsOf } from './pods.ts'

interface Case {
  readonly name: MirrorName
  readonly limit: keyof typeof limits
}

const cases: Readonly<Record<string, Case>> = Object.fromEntries(
  (Object.keys(mirrors) as MirrorName[]).flatMap((name) =>
    (Object.keys(limits) as (keyof typeof limits)[]).map((limit) => [
      `${limit} with ${name}`,
      { name, limit },
    ]),
  ),
)

/** Waits until endpoints that were created later are mirrored. */
async function followed(api: ApiServer, name: string): Promise<void> {
  mirrored(api, name, subsetsOf(1))
  const isMirrored = await becomesTrue(() => mirroredAddresses(api, name).size > 0, withinMs)
  expect(isMirrored, 'whether later endpoints are mirrored').toBe(true)
}

const faultOf = ({ name }: Case) => {
  if (name === 'addresses that are removed') return 'mirrored-addresses-not-removed'
  const steps: readonly (readonly Subset[])[] = mirrors[name]
  if (steps.length > 1) return 'mirrored-addresses-limited-at-first'
  if (steps[0]?.some(({ unready = 0, unready6 = 0 }) => unready + unready6 > 0))
    return 'mirrored-addresses-not-ready-unlimited'
  if (name === 'addresses of two families') return 'mirrored-addresses-of-ipv6-unlimited'
  return steps[0]?.length === 1 ? ignoring(maxMirrored) : 'mirrored-addresses-limited-together'
}

fieldRule(
  {
    field: maxMirrored,
    aspect: 'each-sort',
    says: 'Of each subset at most MirroringMaxEndpointsPerSubset endpoints are mirrored, whatever they are and whenever they change.',
  },
  () => {
    test
      .for(cases)('mirrors at most %s', async ({ name, limit }) => {
        requireFields(maxMirrored)
        const { api } = await fixtures[limits[limit]]!()
        const service = endpointsOf(name)
        const mirroredNow = () => mirroredAddresses(api, service).size
        const written = () =>
          requestsSince(api, 0, { verb: ['create', 'update', 'patch', 'delete'], resource: 'endpointslices' })
            .length
        for (const [step, subsets] of mirrors[name].entries()) {
          if (step > 0) setSubsets(api, name, subsets)
          const { least, most } = expectedOf(subsets, limits[limit])
          await followed(api, `later-${Object.keys(mirrors).indexOf(name)}-${step}`)
          await becomesTrue(() => mirroredNow() >= least && mirroredNow() <= most, withinMs)
          await untilQuiet(written)

          expect(mirroredNow(), `addresses of step ${step + 1}`).toBeGreaterThanOrEqual(least)
          expect(mirroredNow(), `addresses of step ${step + 1}`).toBeLessThanOrEqual(most)
        }
      })
      .sees(faultOf)
  },
)
