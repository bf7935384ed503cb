import { accepts, seeing, test } from '#kit'
import { checkApi, managerOutcome } from '../../../shared/controller-manager.ts'
import { declareFieldRule } from '../field.ts'
import { expectAccepts } from '../refusals.ts'
import { startSpec } from '../fixture.ts'
import { fields } from './nodes.ts'

const spec = (period: string) => ({
  blocks: ['NodeLifecycleController'],
  fields: { [fields.monitor]: period },
  watchedResources: ['nodes', 'pods'],
})

declareFieldRule(
  {
    field: fields.monitor,
    aspect: 'multiple',
    says: 'NodeMonitorGracePeriod may be several times the status frequency of nodes, and longer than the time-outs of HTTP/2.',
  },
  () => {
    accepts.for({ '50 s': '50s', '2 min': seeing(['node-grace-refused'], '2m0s') })(
      { title: 'a grace period of %s', id: '%s' },
      async (period) => {
        await expectAccepts(spec(period), fields.monitor)
      },
    )
  },
)

declareFieldRule(
  {
    field: fields.monitor,
    aspect: 'least',
    level: 'UNSPECIFIED',
    says: 'Unspecified: whether a manager, which knows neither the frequency nor the time-outs, refuses a period that is too short.',
  },
  () => {
    test(
      { title: 'records the result of a grace period of 1 s', id: 'what a period of 1 s does is recorded' },
      async (check) => {
        const { outcome } = await managerOutcome(startSpec(spec('1s'), await checkApi()))
        check.observe('a grace period of 1 s', outcome)
      },
    )
  },
)
