import { becomesTrue, expect, test } from '#kit'
import { requireFields, declareFieldRule } from '../field.ts'
import { expectPace } from '../requests.ts'
import { expectScaled, expectScaledDownAfter, scaleChecks } from './scaled-pods.ts'
import { periodField, tolerance, windowField } from './fields.ts'
import { fixtures } from './fixtures.ts'

// Long enough for the window of the first program and its evaluations.
const scaledDownWithinMs = 16_000
// Long enough for the longer period on a busy machine.
const setAgainWithinMs = 10_000

declareFieldRule(
  {
    field: periodField,
    aspect: 'period',
    says: 'Scales are re-evaluated once per sync period.',
    waits: true,
  },
  () => {
    test
      .for({ '1 s': ['first', 1_000], '2 s': ['second', 2_000] } as const)(
        { title: 'reads the scale once in each period of %s', id: 'looks at a scale once in %s' },
        async ([which, periodMs]) => {
          requireFields(periodField)
          const managerFixture = await fixtures[which]()

          // Before the first evaluation a program may need discovery of scalable resources, while the next evaluation
          // is already due.
          await expectPace(
            managerFixture,
            () => scaleChecks(managerFixture.api, 'hardly-more').seen.slice(1),
            {
              what: 'a look at the scale',
              periodMs,
            },
          )
        },
      )
      .sees('field-ignored-hpa-controller-horizontal-pod-autoscaler-sync-period')
  },
)

declareFieldRule(
  {
    field: periodField,
    aspect: 'put-back',
    capability: 'pod-metrics',
    says: 'A number of replicas that others change is set again with the next period.',
  },
  () => {
    test
      .for({ '1 s': 'first', '2 s': 'second' } as const)(
        {
          title: 'scales an object again after another client scaled it back, with a period of %s',
          id: 'again-%s',
        },
        async (which) => {
          requireFields(periodField)
          const { api } = await fixtures[which]()
          await expectScaled(api, 'put-back', true)
          const { length } = scaleChecks(api, 'put-back').changed
          const replicas = { resource: 'deployments', name: 'judged', namespace: 'put-back' }
          api.hand.patch(replicas, { spec: { replicas: 1 } })

          const isSetAgain = () => scaleChecks(api, 'put-back').changed.length > length
          expect(await becomesTrue(isSetAgain, setAgainWithinMs), 'whether it is scaled again').toBe(true)
        },
      )
      .sees('autoscaler-scales-once')
  },
)

const windows = { '4 s': ['first', 4_000], '6 s': ['second', 6_000] } as const

declareFieldRule(
  {
    field: windowField,
    aspect: 'no-lower',
    capability: 'pod-metrics',
    says: 'Nothing is scaled down below what was recommended within the stabilization window.',
    waits: true,
  },
  () => {
    test
      .for(windows)('scales down once the window of %s has passed', async ([which, windowMs]) => {
        requireFields(windowField)
        await expectScaledDownAfter(await fixtures[which](), 'idle', windowMs)
      })
      .sees('field-ignored-hpa-controller-horizontal-pod-autoscaler-downscale-stabilization-window')

    test
      .for(windows)(
        'scales an object with policies but no window of its own down once the window of %s has passed',
        async ([which, windowMs]) => {
          requireFields(windowField)
          await expectScaledDownAfter(await fixtures[which](), 'idle-with-behavior', windowMs)
        },
      )
      .sees('autoscaler-window-not-for-behavior')
  },
)

declareFieldRule(
  {
    field: tolerance,
    aspect: 'within',
    capability: 'pod-metrics',
    says: 'A use within the tolerance around the target changes no scale.',
  },
  () => {
    test(
      { title: 'scales for a usage beyond the tolerance', id: 'scales for a use beyond the tolerance' },
      async () => {
        requireFields(tolerance)
        const { api } = await fixtures.first()

        await expectScaled(api, 'much-more', true)
      },
    ).sees('autoscaler-never-scales')

    test(
      {
        title: 'does not scale for a usage of 116% at a tolerance of 0.2',
        id: 'leaves the scale for 16 of 100 more at a tolerance of 0.2',
      },
      async () => {
        requireFields(tolerance)
        const { api } = await fixtures.first()

        await expectScaled(api, 'a-little-more', false)
      },
    ).sees('field-ignored-hpa-controller-horizontal-pod-autoscaler-tolerance')

    test(
      {
        title: 'does not scale for a usage of 82% at a tolerance of 0.2',
        id: 'leaves the scale for 18 of 100 less at a tolerance of 0.2',
      },
      async () => {
        requireFields(tolerance)
        const { api } = await fixtures.first()
        const isScaledDown = () => scaleChecks(api, 'idle').changed.length > 0
        expect(await becomesTrue(isScaledDown, scaledDownWithinMs), 'what is idle is scaled down').toBe(true)
        const readsBefore = scaleChecks(api, 'a-little-less').seen.length
        await becomesTrue(
          () => scaleChecks(api, 'a-little-less').seen.length > readsBefore + 1,
          scaledDownWithinMs,
        )

        expect(scaleChecks(api, 'a-little-less').changed).toEqual([])
      },
    ).sees('autoscaler-tolerance-upward-alone')

    test(
      {
        title: 'scales for a usage of 108% at a tolerance of 0.05',
        id: 'scales for 8 of 100 more at a tolerance of 0.05',
      },
      async () => {
        requireFields(tolerance)
        const { api } = await fixtures.second()

        await expectScaled(api, 'hardly-more', true)
      },
    ).sees('field-ignored-hpa-controller-horizontal-pod-autoscaler-tolerance')
  },
)
