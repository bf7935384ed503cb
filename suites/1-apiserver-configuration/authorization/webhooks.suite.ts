import { shareChain } from './authorizers.ts'
import { cacheKeys } from './cache-keys.ts'
import { cacheSwitches, ttls } from './caching.ts'
import { conditionErrors } from './condition-errors.ts'
import { connection } from './connection.ts'
import { failures } from './failures.ts'
import { malformedAnswers } from './malformed-answers.ts'
import { matchConditions } from './match-conditions.ts'
import { nameInMetrics } from './name-in-metrics.ts'
import { order } from './order.ts'
import { reviewOnTheWire } from './review-on-the-wire.ts'
import { timeout } from './timeout.ts'

// One server carries all of them.
shareChain(
  { ttls, timeout, failures },
  {
    order,
    caching: cacheSwitches,
    keys: cacheKeys,
    malformed: malformedAnswers,
    conditions: matchConditions,
    errors: conditionErrors,
    connection,
    wire: reviewOnTheWire,
    metrics: nameInMetrics,
  },
)
