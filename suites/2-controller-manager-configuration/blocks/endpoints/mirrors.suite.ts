import { becomesTrue, expect, formerly, type NamedCases, test } from '#kit'
import type { ApiServer } from '#mocks/api-server/index.ts'
import { ignoringFault } from '../../../shared/controller-manager/leaves.ts'
import { requireFields, declareFieldRule } from '../field.ts'
import { reconciledWithinMs, requestsSince } from '../requests.ts'
import { untilQuiet } from '../fixture.ts'
import { limits, maxMirroredField, fixtures } from './limits-fixtures.ts'
import {
  endpointsOf,
  expectedOf,
  mirroredAddresses,
  type MirrorName,
  mirrorSteps,
  setSubsets,
  type Subset,
} from './mirrors.ts'
import { putMirroredService, subsetsOf } from './pods.ts'

interface MirrorCase {
  readonly name: MirrorName
  readonly limit: keyof typeof limits
}

const texts: Readonly<Partial<Record<MirrorName, string>>> = {
  'ready addresses and others': 'ready and unready addresses',
  'few ready addresses and more others': 'few ready and many unready addresses',
  'ready addresses and others of another family': 'ready IPv4 addresses and unready IPv6 addresses',
  'a full subset and a small one': 'a full subset and a small subset',
  'a subset without ready addresses after another':
    'a subset without ready addresses after a subset with ready addresses',
  'addresses that are removed and come back': 'addresses that are removed and added again',
}
const cases: NamedCases<MirrorCase> = Object.fromEntries(
  (Object.keys(mirrorSteps) as MirrorName[]).flatMap((name) =>
    (Object.keys(limits) as (keyof typeof limits)[]).map((limit) => [
      `${limit} with ${texts[name] ?? name}`,
      formerly(`${limit} with ${name}`, { name, limit }),
    ]),
  ),
)

/** Creates endpoints for a further service, and waits until they are mirrored. */
async function waitForMirror(api: ApiServer, name: string): Promise<void> {
  putMirroredService(api, name, subsetsOf(1))
  const isMirrored = await becomesTrue(() => mirroredAddresses(api, name).size > 0, reconciledWithinMs)
  expect(isMirrored, 'whether later endpoints are mirrored').toBe(true)
}

const faultOfCase = ({ name }: MirrorCase) => {
  if (name === 'addresses that are removed') return 'mirrored-addresses-not-removed'
  const steps: readonly (readonly Subset[])[] = mirrorSteps[name]
  if (steps.length > 1) return 'mirrored-addresses-limited-at-first'
  if (steps[0]?.some(({ unready = 0, unready6 = 0 }) => unready + unready6 > 0))
    return 'mirrored-addresses-not-ready-unlimited'
  if (name === 'addresses of two families') return 'mirrored-addresses-of-ipv6-unlimited'
  return steps[0]?.length === 1 ? ignoringFault(maxMirroredField) : 'mirrored-addresses-limited-together'
}

declareFieldRule(
  {
    field: maxMirroredField,
    aspect: 'each-sort',
    says: 'Of each subset at most MirroringMaxEndpointsPerSubset endpoints are mirrored, whatever they are and whenever they change.',
  },
  () => {
    test
      .for(cases)(
        { title: 'limits the mirrored endpoints of each subset to %s', id: 'mirrors at most %s' },
        async ({ name, limit }) => {
          requireFields(maxMirroredField)
          const { api } = await fixtures[limits[limit]]!()
          const service = endpointsOf(name)
          const mirroredCount = () => mirroredAddresses(api, service).size
          const sliceWrites = () =>
            requestsSince(api, 0, {
              verb: ['create', 'update', 'patch', 'delete'],
              resource: 'endpointslices',
            }).length
          for (const [step, subsets] of mirrorSteps[name].entries()) {
            if (step > 0) setSubsets(api, name, subsets)
            const { least, most } = expectedOf(subsets, limits[limit])
            await waitForMirror(api, `later-${Object.keys(mirrorSteps).indexOf(name)}-${step}`)
            await becomesTrue(() => mirroredCount() >= least && mirroredCount() <= most, reconciledWithinMs)
            await untilQuiet(sliceWrites)

            expect(mirroredCount(), `addresses of step ${step + 1}`).toBeGreaterThanOrEqual(least)
            expect(mirroredCount(), `addresses of step ${step + 1}`).toBeLessThanOrEqual(most)
          }
        },
      )
      .sees(faultOfCase)
  },
)
