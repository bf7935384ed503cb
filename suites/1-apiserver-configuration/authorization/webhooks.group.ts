import { declareSequentially } from '#kit'
// The suites of this group share the server of authorizers.ts. The checks of the first three suites wait, so they run
// concurrently.
import './cache-times.suite.ts'
import './timeout.suite.ts'
import './failures.suite.ts'

// The other suites run sequentially in the meantime.
declareSequentially(async () => {
  await import('./order.suite.ts')
  await import('./cache-switches.suite.ts')
  await import('./cache-keys.suite.ts')
  await import('./malformed-answers.suite.ts')
  await import('./match-conditions.suite.ts')
  await import('./condition-errors.suite.ts')
  await import('./connection.suite.ts')
  await import('./review-on-the-wire.suite.ts')
  await import('./name-in-metrics.suite.ts')
})
