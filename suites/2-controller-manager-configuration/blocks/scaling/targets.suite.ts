import { becomesTrue, expect, test } from '#kit'
import { requireFields, declareFieldRule } from '../field.ts'
import { expectScaled, expectScaledDownAfter, scaleChecks, type Target } from './scaled-pods.ts'
import { namespaceOf, names, type TargetName, targets, targetFixtures, windowMs } from './targets.ts'
import { tolerance, windowField } from './fields.ts'

const withinMs = windowMs + 12_000

type FaultOf = (name: TargetName) => string

/** Returns the fault that does not apply the tolerance to a target. */
const toleranceFaultOf: FaultOf = (name) => {
  const { kind, resource, ofContainer }: Target = targets[name]
  if (ofContainer === true) return 'autoscaler-tolerance-of-pods-alone'
  if (kind === 'AverageValue') return 'autoscaler-tolerance-of-utilization-alone'
  return resource === 'memory' ? 'autoscaler-tolerance-of-cpu-alone' : ignoredToleranceFault
}
const ignoredToleranceFault = 'field-ignored-hpa-controller-horizontal-pod-autoscaler-tolerance'

declareFieldRule(
  {
    field: tolerance,
    aspect: 'each-target',
    capability: 'pod-metrics',
    says: 'The tolerance is used for each target of resource usage, up and down.',
  },
  () => {
    test
      .for(names)('scales for %s beyond the tolerance', async (name) => {
        requireFields(tolerance)
        const { api } = await targetFixtures.wide()

        await expectScaled(api, namespaceOf(name, 'much-more'), true)
      })
      .sees('autoscaler-never-scales')

    test
      .for(names)(
        {
          title: 'does not scale for %s 16 percent above the target at a tolerance of 0.2',
          id: 'leaves the scale for 16 of 100 more of %s at a tolerance of 0.2',
        },
        async (name) => {
          requireFields(tolerance)
          const { api } = await targetFixtures.wide()

          await expectScaled(api, namespaceOf(name, 'a-little-more'), false)
        },
      )
      .sees((name) => toleranceFaultOf(name))

    test
      .for(names)(
        {
          title: 'does not scale for %s 18 percent below the target at a tolerance of 0.2',
          id: 'leaves the scale for 18 of 100 less of %s at a tolerance of 0.2',
        },
        async (name) => {
          requireFields(tolerance)
          const { api } = await targetFixtures.wide()
          const isScaledDown = () => scaleChecks(api, namespaceOf(name, 'idle')).changed.length > 0
          expect(await becomesTrue(isScaledDown, withinMs), 'whether what is idle is scaled down').toBe(true)
          const readsBefore = scaleChecks(api, namespaceOf(name, 'a-little-less')).seen.length
          await becomesTrue(
            () => scaleChecks(api, namespaceOf(name, 'a-little-less')).seen.length > readsBefore + 1,
            withinMs,
          )

          expect(scaleChecks(api, namespaceOf(name, 'a-little-less')).seen.length).toBeGreaterThan(
            readsBefore + 1,
          )
          expect(scaleChecks(api, namespaceOf(name, 'a-little-less')).changed).toEqual([])
        },
      )
      .sees('autoscaler-tolerance-upward-alone')

    test
      .for(names)(
        {
          title: 'scales for %s 8 percent above the target at a tolerance of 0.05',
          id: 'scales for 8 of 100 more of %s at a tolerance of 0.05',
        },
        async (name) => {
          requireFields(tolerance)
          const { api } = await targetFixtures.narrow()

          await expectScaled(api, namespaceOf(name, 'hardly-more'), true)
        },
      )
      .sees(ignoredToleranceFault)
  },
)

declareFieldRule(
  {
    field: windowField,
    aspect: 'each-target',
    capability: 'pod-metrics',
    says: 'For each target nothing is scaled down below what was recommended within the stabilization window.',
    waits: true,
  },
  () => {
    test
      .for(names)('scales down for %s once the window has passed', async (name) => {
        requireFields(windowField)
        await expectScaledDownAfter(await targetFixtures.wide(), namespaceOf(name, 'idle'), windowMs)
      })
      .sees((name) =>
        targets[name].kind === 'Utilization'
          ? 'field-ignored-hpa-controller-horizontal-pod-autoscaler-downscale-stabilization-window'
          : 'autoscaler-window-of-utilization-alone',
      )
  },
)
