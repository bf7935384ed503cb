import { expect, expectInTime, HarnessError, JitterCanary, nowMs, rulesOf, says, shared, test } from '#kit'
import { sendRequests, auditedServer, freshPaths } from '../../../shared/audit/fixture.ts'
import { flagRow } from '../../../shared/flags/place.ts'
import { EventCounter, type Family, families } from './event-counter.ts'

const { must } = rulesOf()

const throttleFlags = (
  family: Family,
  { qps, burst, buffer }: Record<'qps' | 'burst' | 'buffer', number>,
) => ({
  [`--audit-${family}-mode`]: 'batch',
  [`--audit-${family}-batch-max-size`]: 1,
  [`--audit-${family}-batch-throttle-enable`]: true,
  [`--audit-${family}-batch-throttle-qps`]: qps,
  [`--audit-${family}-batch-throttle-burst`]: burst,
  [`--audit-${family}-batch-buffer-size`]: buffer,
})
const throttleBothFamilies = (settings: Parameters<typeof throttleFlags>[1]) => ({
  ...throttleFlags('log', settings),
  ...throttleFlags('webhook', settings),
})

const throttleRate = { qps: 2, burst: 4, buffer: 1_000 }
const requests = 10
const slowestMs = ((requests - throttleRate.burst) / throttleRate.qps) * 1_000
// Minimum time with throttling. At twice the rate it would be half, and without throttling a fraction.
const throttledMs = 1_000
// Maximum time for the burst. Sent one at a time, the last event of the burst would take more than a second.
const burstWithinMs = 900
const arrivedWithinMs = 20_000

const limitedServer = auditedServer(throttleBothFamilies(throttleRate))
/** Sends ten batches at once, after an idle time that restores the burst. */
const limitedBatches = shared(async () => {
  const limitedFixture = await limitedServer()
  // The first request used one batch of the burst.
  const idleCounter = new EventCounter(limitedFixture, [])
  await idleCounter.until(() => false, 1_000 / throttleRate.qps + 200)
  using canary = new JitterCanary(limitedFixture.server.processId)
  const eventCounter = new EventCounter(limitedFixture, freshPaths(requests))
  const fromMs = nowMs()
  await sendRequests(limitedFixture.server, eventCounter.paths)
  const answeredMs = nowMs()
  await eventCounter.until(
    () => families.every((family) => eventCounter.count(family) === requests),
    arrivedWithinMs,
  )
  return { arrivals: eventCounter, fromMs, answeredMs, jitterMs: canary.worst(fromMs, nowMs()) }
})

const smallBuffer = { qps: 4, burst: 1, buffer: 5 }
const floodSize = 60
const smallServer = auditedServer(throttleBothFamilies(smallBuffer))
/** Sends many more events than a small buffer can contain. */
const overflow = shared(async () => {
  const overflowFixture = await smallServer()
  const eventCounter = new EventCounter(overflowFixture, freshPaths(floodSize))
  const fromMs = nowMs()
  await sendRequests(overflowFixture.server, eventCounter.paths, 12)
  const seconds = (nowMs() - fromMs) / 1_000
  // Maximum number of recorded events: the buffer, the burst, two events in transit, and twice the events that the rate
  // permits in the meantime, because other queues can contain events.
  const max = smallBuffer.buffer + smallBuffer.burst + 2 + Math.ceil(2 * smallBuffer.qps * seconds)
  if (max > floodSize / 2) {
    throw new HarnessError(
      'inconclusive',
      `${floodSize} requests took ${seconds.toFixed(1)} s: too long to fill a buffer.`,
    )
  }
  const overflowWithinMs = ((max + 4) / smallBuffer.qps) * 1_000 + 1_500
  await eventCounter.until(
    () => families.every((family) => eventCounter.count(family) > max),
    overflowWithinMs,
  )
  return { arrivals: eventCounter, most: max }
})

for (const family of families) {
  must(
    `flag.audit-${family}-batch-throttle-enable.on`,
    flagRow(`--audit-${family}-batch-throttle-enable`, 'true'),
    () => {
      says('When it is true, batches are throttled.')
      test(
        { title: 'ten batches are not sent at once', id: 'ten batches do not go out at once' },
        async () => {
          const { arrivals, fromMs } = await limitedBatches()
          const { latestMs } = arrivals.arrivalOf(family, requests)

          expect(Math.round(latestMs - fromMs), 'milliseconds for all').toBeGreaterThanOrEqual(throttledMs)
        },
      ).sees(`audit-${family}-throttle-ignored`)
    },
  )

  must(
    `flag.audit-${family}-batch-throttle-qps.rate`,
    { ...flagRow(`--audit-${family}-batch-throttle-qps`), waits: true },
    () => {
      says('At most that many batches per second are sent, in addition to the burst.')
      test(
        {
          title: 'six batches after the burst take three seconds, and all are sent',
          id: 'six batches beside the burst take three seconds, and all go out',
        },
        async () => {
          const { arrivals, fromMs } = await limitedBatches()
          const { latestMs } = arrivals.arrivalOf(family, requests)

          expect(Math.round(latestMs - fromMs), 'milliseconds for all').toBeGreaterThanOrEqual(slowestMs - 50)
        },
      ).sees(`audit-${family}-throttle-qps-doubled`)
    },
  )

  must(
    `flag.audit-${family}-batch-throttle-burst.at-once`,
    flagRow(`--audit-${family}-batch-throttle-burst`),
    () => {
      says('So many batches go out at once, before the rate counts.')
      test({ title: 'four batches are sent at once', id: 'four batches go out at once' }, async () => {
        const { arrivals, answeredMs, jitterMs } = await limitedBatches()
        expectInTime(arrivals.arrivalOf(family, throttleRate.burst), {
          what: 'the last batch of the burst arrived',
          originMs: answeredMs,
          notAfterMs: answeredMs + burstWithinMs,
          jitterMs,
          marginMs: burstWithinMs,
        })
      }).sees(`audit-${family}-throttle-burst-ignored`)
    },
  )

  must(`flag.audit-${family}-batch-buffer-size.kept`, flagRow(`--audit-${family}-batch-buffer-size`), () => {
    says('No more events are kept for later than that.')
    test(
      {
        title: 'all events that fit in a large buffer are recorded',
        id: 'what a large buffer holds arrives',
      },
      async () => {
        expect((await limitedBatches()).arrivals.count(family), 'events').toBe(requests)
      },
    )

    test(
      {
        title: 'sixty simultaneous events overflow a small buffer, and the excess events are dropped',
        id: 'of sixty events at once, those that a small buffer does not hold are given up',
      },
      async (check) => {
        const { arrivals, most } = await overflow()
        check.observe('events that arrived', arrivals.count(family))

        expect(arrivals.count(family), 'events').toBeGreaterThan(0)
        expect(arrivals.count(family), 'events').toBeLessThanOrEqual(most)
      },
    ).sees(`audit-${family}-buffer-unbounded`)
  })
}
