import { test } from '#kit'
import { requireFields, declareFieldRule } from '../field.ts'
import { expectScaled } from './scaled-pods.ts'
import { initializationPeriod, readiness } from './fields.ts'
import { fixtures } from './fixtures.ts'

declareFieldRule(
  {
    field: initializationPeriod,
    aspect: 'over',
    capability: 'pod-metrics',
    says: 'Once the initialization period after its start is over, the CPU use of a pod counts.',
  },
  () => {
    test
      .for({
        '50 s': ['first', 'started-100-s-ago'],
        '150 s': ['second', 'started-200-s-ago'],
      } as const)('scales for a pod that is older than %s', async ([which, namespace]) => {
        requireFields(initializationPeriod)
        const { api } = await fixtures[which]()

        await expectScaled(api, namespace, true)
      })
      .sees('field-ignored-hpa-controller-horizontal-pod-autoscaler-cpu-initialization-period')
  },
)

declareFieldRule(
  {
    field: readiness,
    aspect: 'first-readiness',
    capability: 'pod-metrics',
    says: 'The CPU use of an unready pod is ignored when its last change was within the delay after its start.',
  },
  () => {
    test(
      {
        title: 'scales for a pod whose readiness last changed after the delay',
        id: 'scales for a pod whose last change came after the delay',
      },
      async () => {
        requireFields(readiness)
        const { api } = await fixtures.first()

        await expectScaled(api, 'changed-after-5-s', true)
      },
    ).sees('field-ignored-hpa-controller-horizontal-pod-autoscaler-initial-readiness-delay')

    test(
      {
        title: 'does not scale for a pod whose readiness last changed within the delay',
        id: 'leaves the scale for one whose last change came before',
      },
      async () => {
        requireFields(readiness)
        const { api } = await fixtures.second()

        await expectScaled(api, 'changed-after-60-s', false)
      },
    ).sees('field-ignored-hpa-controller-horizontal-pod-autoscaler-initial-readiness-delay')
  },
)
