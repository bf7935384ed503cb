import {
  currentCheck,
  expect,
  expectInTime,
  HarnessError,
  type HeldRequest,
  inconclusiveError,
  assertNotLate,
  JitterCanary,
  rulesOf,
  says,
  shared,
  test,
  until,
  untilMoment,
} from '#kit'
import { flagRow } from '../../../shared/flags/place.ts'
import { configMap, configMaps } from '../fixture.ts'
import { holdInStore } from '../holds.ts'
import { clockMs, isServed } from '../samples.ts'
import { sharedFixture } from './shared-fixture.ts'
import { watchUntilEnded, type WatchLifetimes } from './watch-lifetimes.ts'

const { must } = rulesOf({ capability: 'objects', overlaps: true, waits: true })

const requestTimeoutMs = 2_000
// More than twice the timeout of other requests, which the flag must not extend.
const minWatchSeconds = 5
// Longest wait for the end of a watch. Watches end at a random time above the minimum, without an upper limit.
const watchesWithinMs = 3 * minWatchSeconds * 1_000
const watchesAtOnce = 10

const jsonHeaders = { 'content-type': 'application/json' }
const mergeHeaders = { 'content-type': 'application/merge-patch+json' }
const pathOf = (name: string) => `${configMaps}/${name}`
/** Writes that the store does not answer in time, each of a separate config map. */
const lateWrites = {
  'a creation by POST': { name: 'created-late', method: 'POST' },
  'a replacement by PUT': { name: 'replaced-late', method: 'PUT' },
  'a change by PATCH': { name: 'changed-late', method: 'PATCH' },
  'a deletion by DELETE': { name: 'deleted-late', method: 'DELETE' },
} as const

const timeoutFixture = sharedFixture(
  () => ({
    '--request-timeout': `${requestTimeoutMs}ms`,
    '--min-request-timeout': minWatchSeconds,
  }),
  ['short', 'long', ...Object.values(lateWrites).map(({ name }) => name)],
)

// Minimum spread of the times. Ten uniform times in a range of seconds have a smaller spread with a probability below
// one in a million.
const minSpreadMs = 150

/** Watches that only the server ends, opened once for all checks. */
const endedWatches = shared(async () =>
  watchUntilEnded((await timeoutFixture()).server, { atOnce: watchesAtOnce, withinMs: watchesWithinMs }),
)

async function watches(): Promise<WatchLifetimes> {
  await timeoutFixture()
  currentCheck().measures({ discard: endedWatches.forget })
  return endedWatches()
}

/** Expects that a held request is ended once the timeout of requests has passed, and observes how. */
async function expectEndAtTimeout(hold: HeldRequest, canary: JitterCanary): Promise<void> {
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

must('flag.request-timeout.bounds-requests', flagRow('--request-timeout', 'meaning'), () => {
  says('A request that takes longer than --request-timeout is ended then, and no sooner.')
  test(
    { title: 'serves a request that takes less than the timeout', id: 'serves a request that takes less' },
    async () => {
      const heldRequest = await holdInStore(await timeoutFixture(), { name: 'short' })
      await untilMoment(heldRequest.sentAtMs + 0.7 * requestTimeoutMs, 'most of the time had passed')
      const heldOutcome = await heldRequest.release()
      // A request that is not served may show an overloaded machine.
      if (!isServed(heldOutcome))
        assertNotLate(heldRequest.sentAtMs + 0.9 * requestTimeoutMs, 'letting the request go')

      expect(heldOutcome).toMatchObject({ kind: 'answered', status: 200 })
    },
  ).sees('request-timeout-halved')

  test(
    { title: 'ends a request that takes longer than the timeout', id: 'ends a request that takes longer' },
    async () => {
      const stateFixture = await timeoutFixture()
      using canary = new JitterCanary(stateFixture.server.processId)
      const heldRequest = await holdInStore(stateFixture, { name: 'long', withinMs: 5 * requestTimeoutMs })
      await expectEndAtTimeout(heldRequest, canary)
    },
  ).sees('request-timeout-ignored')
})

must('flag.request-timeout.writes', flagRow('--request-timeout', 'writes'), () => {
  says('A request that writes for longer than --request-timeout is ended then, too.')
  test
    .for(lateWrites)({ title: 'ends %s', id: '%s' }, async ({ name, method }) => {
      const stateFixture = await timeoutFixture()
      using canary = new JitterCanary(stateFixture.server.processId)
      const writeBody =
        method === 'PUT'
          ? JSON.stringify({ ...configMap(name), data: { for: 'another' } })
          : JSON.stringify({ data: { for: 'another' } })
      const writeOptions =
        method === 'POST'
          ? undefined
          : {
              method,
              path: pathOf(name),
              ...(method !== 'DELETE' && {
                body: writeBody,
                headers: method === 'PUT' ? jsonHeaders : mergeHeaders,
              }),
            }
      const objectName = method === 'POST' ? `${name}-new` : name
      const heldRequest = await holdInStore(stateFixture, {
        name: objectName,
        sort: 'write',
        withinMs: 5 * requestTimeoutMs,
        ...(writeOptions && { write: writeOptions }),
      })
      await expectEndAtTimeout(heldRequest, canary)
    })
    .sees('request-timeout-of-reads-alone')
})

must('flag.min-request-timeout.watches', flagRow('--min-request-timeout', 'meaning'), () => {
  says(
    'Watches, and only they, are kept open for at least --min-request-timeout seconds, each for a random time above it.',
  )
  test(
    { title: "keeps watches open for at least the flag's time", id: 'keeps watches open for that long' },
    async (check) => {
      const { openMs } = await watches()
      check.observe('milliseconds that each watch was open', openMs)

      expect(Math.min(...openMs)).toBeGreaterThanOrEqual(minWatchSeconds * 1_000 - clockMs)
    },
  ).sees('request-timeout-ends-watches')

  test('ends watches at random moments', async () => {
    const { endedAfterMs: endedMs, jitterMs } = await watches()
    if (endedMs.length < 2)
      throw new HarnessError('untestable', `${endedMs.length} watches ended within ${watchesWithinMs} ms.`)
    const spreadMs = Math.max(...endedMs) - Math.min(...endedMs)
    // Lateness spreads simultaneous ends, but does not gather ends that are seconds apart.
    if (spreadMs > minSpreadMs && spreadMs < minSpreadMs + jitterMs)
      throw inconclusiveError(`Jitter of ${Math.round(jitterMs)} ms hides the spread.`)

    expect(Math.round(spreadMs), 'milliseconds between shortest and longest').toBeGreaterThan(minSpreadMs)
  }).sees('watch-timeout-fixed')
})
