import { expect, expectInTime, JitterCanary, nowMs, rulesOf, says, shared, test } from '#kit'
import { failing } from '#mocks/audit-receiver/index.ts'
import { sendRequests, auditedServer, freshPaths } from '../../../shared/audit/fixture.ts'
import { flagRow } from '../../../shared/flags/place.ts'
import { deliveryTimes } from '../../../shared/audit/delivery-times.ts'
import { EventCounter } from './event-counter.ts'

const { must } = rulesOf()

// Documented defaults of the webhook limits.
const [qps, burst] = [10, 15]

const requests = 45
const rateMs = ((requests - burst) / qps) * 1_000
// Minimum time with throttling. Without throttling, it would be a fraction.
const throttledMs = 1_000
// Number of requests, twice the burst, of which the last would arrive with the first if the burst were larger.
const requestsAfterBurst = 2 * burst
const laterMs = ((requestsAfterBurst - burst) / qps) * 1_000
// Maximum time for the burst. With a burst of ten, the fifteenth event would take half a second.
const burstWithinMs = 400
const roundingMs = 50
const arrivedWithinMs = 20_000

const throttledServer = auditedServer({
  '--audit-webhook-mode': 'batch',
  '--audit-webhook-batch-max-size': 1,
  '--audit-webhook-initial-backoff': undefined,
})

/** Sends many batches at once, after an idle time that restores the burst. */
const throttledRequests = shared(async () => {
  const auditedFixture = await throttledServer()
  // The first request used one batch of the burst.
  await new EventCounter(auditedFixture, []).until(() => false, 1_000 / qps + 200)
  using canary = new JitterCanary(auditedFixture.server.processId)
  const eventCounter = new EventCounter(auditedFixture, freshPaths(requests))
  const fromMs = nowMs()
  await sendRequests(auditedFixture.server, eventCounter.paths)
  const answeredMs = nowMs()
  await eventCounter.until(() => eventCounter.count('webhook') === requests, arrivedWithinMs)
  return { arrivals: eventCounter, fromMs, answeredMs, jitterMs: canary.worst(fromMs, nowMs()) }
})

/** Returns the time until the given number of batches had arrived. */
async function arrivalMs(count: number): Promise<number> {
  const { arrivals, fromMs } = await throttledRequests()
  return Math.round(arrivals.arrivalOf('webhook', count).latestMs - fromMs)
}

must(
  'flag.audit-webhook-batch-throttle-enable.default',
  flagRow('--audit-webhook-batch-throttle-enable', 'default in effect'),
  () => {
    says('Unless the flag says otherwise, batches to the webhook are throttled.')
    test(
      { title: `${requests} batches are not sent at once`, id: `${requests} batches do not go out at once` },
      async () => {
        expect(await arrivalMs(requests), 'milliseconds for all').toBeGreaterThanOrEqual(throttledMs)
      },
    ).sees('audit-webhook-not-throttled-by-default')
  },
)

must(
  'flag.audit-webhook-batch-throttle-qps.default',
  { ...flagRow('--audit-webhook-batch-throttle-qps', 'default in effect'), waits: true },
  () => {
    says(
      `Unless the flag says otherwise, at most ${qps} batches per second go to the webhook after the burst.`,
    )
    test(
      {
        title: `${requests - burst} batches after the burst take three seconds, and all are sent`,
        id: `${requests - burst} batches after the burst take three seconds, and all go out`,
      },
      async () => {
        expect(await arrivalMs(requests), 'milliseconds for all').toBeGreaterThanOrEqual(rateMs - roundingMs)
      },
    ).sees('audit-webhook-throttle-qps-default-doubled')
  },
)

must(
  'flag.audit-webhook-batch-throttle-burst.default',
  flagRow('--audit-webhook-batch-throttle-burst', 'default in effect'),
  () => {
    says(`Unless the flag says otherwise, ${burst} batches go to the webhook at once before the rate counts.`)
    test({ title: `${burst} batches are sent at once`, id: `${burst} batches go out at once` }, async () => {
      const { arrivals, answeredMs, jitterMs } = await throttledRequests()
      expectInTime(arrivals.arrivalOf('webhook', burst), {
        what: 'the last batch of the burst arrived',
        originMs: answeredMs,
        notAfterMs: answeredMs + burstWithinMs,
        jitterMs,
        marginMs: burstWithinMs,
      })
    }).sees('audit-webhook-throttle-burst-default-smaller')

    test(
      {
        title: `fewer than ${requestsAfterBurst} batches are sent at once`,
        id: `not ${requestsAfterBurst} of them`,
      },
      async () => {
        expect(
          await arrivalMs(requestsAfterBurst),
          `milliseconds for ${requestsAfterBurst}`,
        ).toBeGreaterThanOrEqual(laterMs - roundingMs)
      },
    ).sees('audit-webhook-throttle-burst-default-doubled')
  },
)

// Documented default of the wait before a batch is sent again.
const backoffMs = 10_000
const sentAgainWithinMs = 2 * backoffMs

must(
  'flag.audit-webhook-initial-backoff.default',
  { ...flagRow('--audit-webhook-initial-backoff', 'default in effect'), waits: true, limitMs: 60_000 },
  () => {
    says('Unless the flag says otherwise, a batch that the receiver did not take is sent again after 10 s.')
    test({ title: 'a batch is sent again, and not before 10 s have passed', id: 'again' }, async () => {
      const [first = 0, second = Infinity] = await deliveryTimes(
        await throttledServer(),
        failing(1),
        sentAgainWithinMs,
      )

      expect(second, 'when the batch is sent again').not.toBe(Infinity)
      expect(Math.round(second - first), 'milliseconds between the attempts').toBeGreaterThanOrEqual(
        backoffMs - roundingMs,
      )
    }).sees('audit-webhook-backoff-default-shorter', 'audit-webhook-not-retried')
  },
)
