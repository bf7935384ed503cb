import { currentCheck, expect, expectInTime, type HeldRequest, type JitterCanary, until } from '#kit'
import { clockMs } from '../samples.ts'
import { sharedFixture } from './shared-fixture.ts'

/** Timeout of the requests of the server. */
export const requestTimeoutMs = 2_000
// More than twice the timeout of other requests, which the flag must not extend.
export const minWatchSeconds = 5
// Longest wait for the end of a watch. Watches end at a random time above the minimum, without an upper limit.
export const watchesWithinMs = 3 * minWatchSeconds * 1_000

/** Server with a short timeout of requests, and a longer minimum for watches. */
export const timeoutFixture = sharedFixture(
  () => ({
    '--request-timeout': `${requestTimeoutMs}ms`,
    '--min-request-timeout': minWatchSeconds,
  }),
  ['short', 'long'],
)

/** Expects that a held request is ended once the timeout of requests has passed, and observes how. */
export async function expectEndAtTimeout(hold: HeldRequest, canary: JitterCanary): Promise<void> {
  await until(() => hold.end !== undefined, {
    withinMs: 6 * requestTimeoutMs,
    what: 'the request or its client had ended',
  })
  const { atMs = 0, outcome } = hold.end ?? {}
  void hold.release()
  currentCheck().observe('how it ends', outcome)

  expect(outcome?.kind, 'how the request ended').not.toBe('silent')
  expectInTime(
    { earliestMs: atMs, latestMs: atMs },
    {
      what: 'the request ends',
      originMs: hold.sentAtMs,
      notBeforeMs: hold.sentAtMs + requestTimeoutMs - clockMs,
      notAfterMs: hold.sentAtMs + 2 * requestTimeoutMs,
      jitterMs: canary.worst(hold.sentAtMs, atMs),
      // Distinguishes half of the time from all of it.
      marginMs: requestTimeoutMs / 2,
    },
  )
}
