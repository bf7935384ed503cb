import { inject } from 'vitest'
import {
  untilConclusive,
  expect,
  expectInTime,
  type HarnessError,
  inconclusiveError,
  JitterCanary,
  nowMs,
  rulesOf,
  says,
  shared,
  test,
} from '#kit'
import { startServer } from '../../../shared/api-server.ts'
import { sendRequests, auditedServer, auditSinks, freshPaths } from '../../../shared/audit/fixture.ts'
import { flagRow } from '../../../shared/flags/place.ts'
import { EventCounter, type Family, families } from './event-counter.ts'

// The checks mostly wait, so they run concurrently.
const { must } = rulesOf({ waits: true, overlaps: true })

const bufferSize = 10_000
const concurrency = 24
// Batch size and rate at which the buffer must keep most events.
const [size, qps] = [50, 1]
// Time without events after which no further batch is expected.
const idleMs = 6_000
// Poll interval, which limits the cost of reading many events again.
const pollIntervalMs = 250
const smallCount = 1_500
// Maximum time, in seconds, in which a buffer of 500 events would overflow.
const smallWithinS = 15
const largeCount = 16_000
const [limitMs, longestCheckMs] = [120_000, 20 * 60_000]

const slowReceiver = (family: Family) => ({
  [`--audit-${family}-mode`]: 'batch',
  [`--audit-${family}-batch-max-size`]: size,
  [`--audit-${family}-batch-max-wait`]: '500ms',
  [`--audit-${family}-batch-throttle-enable`]: true,
  [`--audit-${family}-batch-throttle-qps`]: qps,
  [`--audit-${family}-batch-throttle-burst`]: 1,
})

const waitingFixture = auditedServer({ ...slowReceiver('log'), ...slowReceiver('webhook') })

/** Sends the given number of requests. Returns their arrivals, and the duration in seconds. */
async function sendAtOnce(count: number) {
  const auditedFixture = await waitingFixture()
  const eventCounter = new EventCounter(auditedFixture, freshPaths(count))
  const fromMs = nowMs()
  await sendRequests(auditedFixture.server, eventCounter.paths, concurrency)
  return { arrivals: eventCounter, seconds: (nowMs() - fromMs) / 1_000 }
}

/** Waits until the given number of events has arrived at both outputs, or until no further event arrives. */
async function expectSent(arrivals: EventCounter, count: number): Promise<void> {
  const batches = Math.ceil(count / size) + 2
  let lastArrival = { count: 0, atMs: nowMs() }
  const isOver = () => {
    const arrivalCount = arrivals.count('log') + arrivals.count('webhook')
    if (arrivalCount > lastArrival.count) lastArrival = { count: arrivalCount, atMs: nowMs() }
    const areAllArrived = families.every((family) => arrivals.count(family) >= count)
    return areAllArrived || nowMs() - lastArrival.atMs > idleMs
  }
  await arrivals.until(isOver, (batches / qps) * 1_000, pollIntervalMs)
}

/** Sends fewer events than the default buffer can contain. */
const smallExperiment = shared(async () => {
  const { arrivals, seconds } = await sendAtOnce(smallCount)
  if (seconds > smallWithinS) throw rejectLateArrival(smallCount, seconds)
  await expectSent(arrivals, smallCount)
  return arrivals
})

/** Sends more events than the default buffer can contain. */
const manyEvents = shared(async () => {
  await smallExperiment()
  const { arrivals, seconds } = await sendAtOnce(largeCount)
  // Maximum number of kept events: the buffer, and twice the events sent in the meantime, because other queues can
  // contain events.
  const max = bufferSize + 2 * size * (2 + Math.ceil(qps * seconds))
  if (max >= largeCount) throw rejectLateArrival(largeCount, seconds)
  await expectSent(arrivals, largeCount)
  return { arrivals, most: max }
})

function rejectLateArrival(count: number, seconds: number): HarnessError {
  return inconclusiveError(`${count} requests took ${seconds.toFixed(1)} s: too long to fill a buffer.`)
}

const { thorough } = inject('settings')

for (const family of families) {
  must(
    `flag.audit-${family}-batch-buffer-size.default`,
    {
      ...flagRow(`--audit-${family}-batch-buffer-size`, 'default in effect'),
      limitMs: thorough ? longestCheckMs : limitMs,
    },
    () => {
      says(
        `Unless the flag says otherwise, ${bufferSize} events are kept for later; judged with ${smallCount}, or with more than are kept on demand.`,
      )
      test(
        {
          title: `${smallCount} simultaneous events are all recorded`,
          id: `${smallCount} events at once are all recorded`,
        },
        async () => {
          expect((await smallExperiment()).count(family), 'events').toBe(smallCount)
        },
      ).sees(`audit-${family}-buffer-default-smaller`)

      // Sending a full buffer takes minutes.
      if (!thorough) return
      test(
        {
          title: `${bufferSize} of ${largeCount} simultaneous events are kept, and the others dropped`,
          id: `of ${largeCount} events at once, ${bufferSize} are kept and the others given up`,
        },
        async (check) => {
          const { arrivals, most } = await manyEvents()
          check.observe('events that were recorded', arrivals.count(family))

          expect(arrivals.count(family), 'events').toBeGreaterThanOrEqual(bufferSize)
          expect(arrivals.count(family), 'events').toBeLessThanOrEqual(most)
        },
      ).sees(`audit-${family}-buffer-unbounded`)
    },
  )
}

const waitMs = 30_000
// Tolerance that still distinguishes a wait of three times the default.
const slackMs = 3_000
const requestCount = 3
const sinks = auditSinks()

must(
  'flag.audit-webhook-batch-max-wait.default',
  flagRow('--audit-webhook-batch-max-wait', 'default in effect'),
  () => {
    says('Unless the flag says otherwise, a batch to the webhook that is not full goes out within 30 s.')
    test({ title: 'three events are sent within 30 s', id: 'three events go out within 30 s' }, async () => {
      await untilConclusive(async () => {
        const startedSinks = await sinks()
        const server = await startServer(startedSinks.spec({ '--audit-webhook-mode': 'batch' }))
        using canary = new JitterCanary(server.processId)
        const eventCounter = new EventCounter({ ...startedSinks, server }, freshPaths(requestCount))
        const fromMs = nowMs()
        await sendRequests(server, eventCounter.paths)
        const answeredMs = nowMs()
        const haveAllArrived = () => eventCounter.count('webhook') === requestCount
        await eventCounter.until(haveAllArrived, waitMs + 2 * slackMs, pollIntervalMs)
        expectInTime(eventCounter.arrivalOf('webhook', requestCount), {
          what: 'the batch arrived',
          originMs: fromMs,
          notAfterMs: answeredMs + waitMs + slackMs,
          jitterMs: canary.worst(fromMs, nowMs()),
          marginMs: waitMs,
        })
      })
    }).sees('audit-webhook-batch-wait-default-trebled')
  },
)
