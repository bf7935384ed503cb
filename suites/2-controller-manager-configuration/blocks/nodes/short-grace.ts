import { HarnessError } from '#kit'
import { checkApi, sharedManagerOutcome } from '../../../shared/controller-manager.ts'
import { startSpec } from '../fixture.ts'
import { fields } from './nodes.ts'

const startResult = sharedManagerOutcome(async () =>
  startSpec(
    {
      blocks: ['NodeLifecycleController'],
      fields: { [fields.monitor]: '2s' },
      watchedResources: ['nodes', 'pods'],
    },
    await checkApi(),
  ),
)

/**
 * Ends the running check as not applicable when a manager refuses a grace period of seconds: it must exceed the sum of
 * two time-outs, and the document does not state their length.
 */
export async function demandShortGrace(): Promise<void> {
  if ((await startResult()).outcome !== 'refused') return
  throw new HarnessError(
    'not-applicable',
    'A NodeMonitorGracePeriod of 2 s is refused, as its row permits: it must exceed the time-outs of HTTP/2. A longer one is not waited for.',
  )
}
