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

// Each of them waits most of the time, so they run concurrently.
const { must } = rulesOf({ waits: true, overlaps: true })

const buffer = 10_000
const atOnce = 24
// Few events are sent, so that the others must be kept: 50 at once, in every second.
const [size, qps] = [50, 1]
// In this time some more batches could have been sent, so none will follow.
const idleMs = 6_000
// Each poll reads many events again.
const pollIntervalMs = 250
const some = 1_500
// A buffer of 500 would have dropped some by then.
const someWithinS = 15
const many = 16_000
const [limitMs, longestCheckMs] = [120_000, 20 * 60_000]

const slowReceiver = (family: Family) => ({
  [`--audit-${family}-mode`]: 'batch',
  [`--audit-${family}-batch-max-size`]: size,
  [`--audit-${family}-batch-max-wait`]: '500ms',
  [`--audit-${family}-batch-throttle-enable`]: true,
  [`--audit-${family}-batch-throttle-qps`]: qps,
  [`--audit-${family}-batch-throttle-burst`]: 1,
})

const fixture = auditedServer({ ...slowReceiver('log'), ...slowReceiver('webhook') })

/** Sends the given number of requests. Returns their arrivals, and the duration in seconds. */
async function sendAtOnce(count: number) {
  const audited = await fixture()
  const arrivals = new EventCounter(audited, freshPaths(count))
  const fromMs = nowMs()
  await sendRequests(audited.server, arrivals.paths, atOnce)
  return { arrivals, seconds: (nowMs() - fromMs) / 1_000 }
}

/** Waits until the given number has arrived at both outputs, or no more arrive. */
async function expectSent(arrivals: EventCounter, count: number): Promise<void> {
  const batches = Math.ceil(count / size) + 2
  let last = { count: 0, atMs: nowMs() }
  const isOver = () => {
    const now = arrivals.count('log') + arrivals.count('webhook')
    if (now > last.count) last = { count: now, atMs: nowMs() }
    const isAll = families.every((family) => arrivals.count(family) >= count)
    return isAll || nowMs() - last.atMs > idleMs
  }
  await arrivals.until(isOver, (batches / qps) * 1_000, pollIntervalMs)
}

/** Fewer than the buffer holds. */
const few = shared(async () => {
  const { arrivals, seconds } = await sendAtOnce(some)
  if (seconds > someWithinS) throw rejectLateArrival(some, seconds)
  await expectSent(arrivals, some)
  return arrivals
})

/** More than the buffer holds. */
const manyEvents = shared(async () => {
  await few()
  const { arrivals, seconds } = await sendAtOnce(many)
  // Events sent in the meantime free space. The same number again is for events in other queues.
  const max = buffer + 2 * size * (2 + Math.ceil(qps * seconds))
  if (max >= many) throw rejectLateArrival(many, seconds)
  await expectSent(arrivals, many)
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
        `Unless the flag says otherwise, ${buffer} events are kept for later; judged with ${some}, or with more than are kept on demand.`,
      )
      test(
        {
          title: `${some} simultaneous events are all recorded`,
          id: `${some} events at once are all recorded`,
        },
        async () => {
          expect((await few()).count(family), 'events').toBe(some)
        },
      ).sees(`audit-${family}-buffer-default-smaller`)

      // Sending a full buffer takes minutes.
      if (!thorough) return
      test(
        {
          title: `${buffer} of ${many} simultaneous events are kept, and the others dropped`,
          id: `of ${many} events at once, ${buffer} are kept and the others given up`,
        },
        async (check) => {
          const { arrivals, most } = await manyEvents()
          check.observe('events that were recorded', arrivals.count(family))

          expect(arrivals.count(family), 'events').toBeGreaterThanOrEqual(buffer)
          expect(arrivals.count(family), 'events').toBeLessThanOrEqual(most)
        },
      ).sees(`audit-${family}-buffer-unbounded`)
    },
  )
}

const waitMs = 30_000
// A longer difference indicates another time. Three times as long is far beyond it.
const slackMs = 3_000
const three = 3
const sinks = auditSinks()

must(
  'flag.audit-webhook-batch-max-wait.default',
  flagRow('--audit-webhook-batch-max-wait', 'default in effect'),
  () => {
    says('Unless the flag says otherwise, a batch to the webhook that is not full goes out within 30 s.')
    test({ title: 'three events are sent within 30 s', id: 'three events go out within 30 s' }, async () => {
      await untilConclusive(async () => {
        const made = await sinks()
        const server = await startServer(made.spec({ '--audit-webhook-mode': 'batch' }))
        using canary = new JitterCanary(server.processId)
        const arrivals = new EventCounter({ ...made, server }, freshPaths(three))
        const fromMs = nowMs()
        await sendRequests(server, arrivals.paths)
        const answeredMs = nowMs()
        const isThere = () => arrivals.count('webhook') === three
        await arrivals.until(isThere, waitMs + 2 * slackMs, pollIntervalMs)
        expectInTime(arrivals.edge('webhook', three), {
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
