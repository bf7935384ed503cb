import { declareSequentially } from '#kit'
// The suites about tokens share the servers of fixture.ts, and the suites about authorization share the servers of
// webhook-servers.ts. All checks wait for their cache times concurrently.
import './cache.suite.ts'
import '../authorization/webhook-cache.suite.ts'
import './failures.suite.ts'
import '../authorization/webhook-failures.suite.ts'

// Checks without time limits run in the meantime.
declareSequentially(async () => {
  await import('./exchange.suite.ts')
  await import('./writes.suite.ts')
  await import('./each-request.suite.ts')
  await import('../authorization/webhook-exchange.suite.ts')
})
