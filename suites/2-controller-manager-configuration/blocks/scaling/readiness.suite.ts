import { test } from '#kit'
import { requireFields, declareFieldRule } from '../field.ts'
import { expectScaled } from './scaled-pods.ts'
import { namespaceOf, names, targets, targetFixtures } from './targets.ts'
import { initializationPeriod, readiness } from './fields.ts'

const cpuTargets = Object.fromEntries(
  Object.entries(names).filter(([, name]) => targets[name].resource === 'cpu'),
)
const memoryTargets = Object.fromEntries(
  Object.entries(names).filter(([, name]) => targets[name].resource === 'memory'),
)

declareFieldRule(
  {
    field: readiness,
    aspect: 'each-target',
    capability: 'pod-metrics',
    says: 'The delay ignores CPU use of unready pods for each target, and neither memory nor pods that are ready.',
  },
  () => {
    test
      .for(cpuTargets)(
        {
          title: 'scales for %s of an unready pod whose last change was after the delay',
          id: 'scales for %s of an unready pod whose last change came after the delay',
        },
        async (name) => {
          requireFields(readiness)
          const { api } = await targetFixtures.wide()

          await expectScaled(api, namespaceOf(name, 'unready'), true)
        },
      )
      .sees('field-ignored-hpa-controller-horizontal-pod-autoscaler-initial-readiness-delay')

    test
      .for(cpuTargets)(
        {
          title: 'does not scale for %s of an unready pod whose last change was within the delay',
          id: 'leaves the scale for %s of an unready pod whose last change came before',
        },
        async (name) => {
          requireFields(readiness)
          const { api } = await targetFixtures.narrow()

          await expectScaled(api, namespaceOf(name, 'unready'), false)
        },
      )
      .sees((name) =>
        targets[name].kind === 'Utilization'
          ? 'field-ignored-hpa-controller-horizontal-pod-autoscaler-initial-readiness-delay'
          : 'autoscaler-readiness-of-utilization-alone',
      )

    test
      .for(cpuTargets)(
        {
          title: 'scales for %s of a ready pod whose last change was within the delay',
          id: 'scales for %s of a ready pod whose last change came before',
        },
        async (name) => {
          requireFields(readiness)
          const { api } = await targetFixtures.narrow()

          await expectScaled(api, namespaceOf(name, 'ready'), true)
        },
      )
      .sees('autoscaler-ready-pods-ignored')

    test
      .for(memoryTargets)(
        {
          title: 'scales for %s of an unready pod whose last change was within the delay',
          id: 'scales for %s of an unready pod whose last change came before',
        },
        async (name) => {
          requireFields(readiness)
          const { api } = await targetFixtures.narrow()

          await expectScaled(api, namespaceOf(name, 'unready'), true)
        },
      )
      .sees('autoscaler-memory-of-unready-pods-ignored')
  },
)

declareFieldRule(
  {
    field: initializationPeriod,
    aspect: 'each-target',
    capability: 'pod-metrics',
    says: 'Once the initialization period is over, CPU use is included for each target, and memory is included before.',
  },
  () => {
    test
      .for(cpuTargets)(
        { title: 'scales for %s of a pod that is older than the period', id: 'after-with-%s' },
        async (name) => {
          requireFields(initializationPeriod)
          const { api } = await targetFixtures.wide()

          await expectScaled(api, namespaceOf(name, 'started'), true)
        },
      )
      .sees((name) =>
        targets[name].kind === 'Utilization'
          ? 'field-ignored-hpa-controller-horizontal-pod-autoscaler-cpu-initialization-period'
          : 'autoscaler-initialization-of-utilization-alone',
      )

    test
      .for(memoryTargets)(
        { title: 'scales for %s of a pod that is younger than the period', id: 'before-with-%s' },
        async (name) => {
          requireFields(initializationPeriod)
          const { api } = await targetFixtures.narrow()

          await expectScaled(api, namespaceOf(name, 'started'), true)
        },
      )
      .sees('autoscaler-memory-of-unready-pods-ignored')
  },
)
