import { auditPolicy } from '../../../shared/audit/policy.ts'
import { auditedServer } from '../../../shared/audit/fixture.ts'
import type { Family } from './event-counter.ts'

/** Maximum wait of an incomplete batch. */
export const waitMs = 1_000
// Larger than an event without objects in any implementation.
export const maxEventBytes = 4_000
export const maxBatchBytes = 9_000

const flags = (family: Family) => ({
  [`--audit-${family}-mode`]: 'batch',
  [`--audit-${family}-batch-max-size`]: 1_000,
  [`--audit-${family}-batch-max-wait`]: `${waitMs}ms`,
  [`--audit-${family}-batch-throttle-enable`]: false,
  [`--audit-${family}-truncate-enabled`]: true,
  [`--audit-${family}-truncate-max-event-size`]: maxEventBytes,
  [`--audit-${family}-truncate-max-batch-size`]: maxBatchBytes,
})

const policy = auditPolicy(
  [
    { level: 'Metadata', nonResourceURLs: ['/audited/*'] },
    {
      level: 'RequestResponse',
      verbs: ['create'],
      namespaces: ['default'],
      resources: [{ resources: ['configmaps'] }],
    },
  ],
  { omitStages: ['RequestReceived', 'ResponseStarted'] },
)
/** Server that sends batches and truncates large events. */
export const batchingServer = auditedServer({ ...flags('log'), ...flags('webhook') }, policy)
