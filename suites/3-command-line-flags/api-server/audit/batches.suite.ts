import { expect, expectInTime, HarnessError, JitterCanary, nowMs, rulesOf, says, shared, test } from '#kit'
import { startServer } from '../../../shared/api-server.ts'
import { sendRequests, auditSinks, countOf, freshPaths } from '../../../shared/audit/fixture.ts'
import { flagRow } from '../../../shared/flags/place.ts'
import { EventCounter, type Family, families } from './event-counter.ts'

const { must } = rulesOf()

const size = 5
// Number of requests, which fill two batches and part of a third batch, and number of events in the full batches.
const [requests, full] = [13, 10]
// Rate at which the second full batch would be sent four seconds after the initial batch.
const throttledBatches = { qps: 0.5, burst: 1 }
const unthrottledMs = 1_000
const fullWithinMs = 8_000
const endWithinMs = 30_000

const flags = (family: Family) => ({
  [`--audit-${family}-mode`]: 'batch',
  [`--audit-${family}-batch-max-size`]: size,
  // Within this time, only a full batch or the end of the server sends events.
  [`--audit-${family}-batch-max-wait`]: '10m',
  [`--audit-${family}-batch-throttle-enable`]: false,
  [`--audit-${family}-batch-throttle-qps`]: throttledBatches.qps,
  [`--audit-${family}-batch-throttle-burst`]: throttledBatches.burst,
})

const sinks = auditSinks()

/** Sends requests, and counts their records while the server runs and after its end. */
const batchExperiment = shared(async () => {
  const startedSinks = await sinks()
  const { log, receiver } = startedSinks
  const server = await startServer(startedSinks.spec({ ...flags('log'), ...flags('webhook') }))
  // The first batch is ignored, since its special timing would hide the timing of the other batches.
  await sendRequests(server, freshPaths(size))
  using canary = new JitterCanary(server.processId)
  const eventCounter = new EventCounter({ ...startedSinks, server }, freshPaths(requests))
  const fromMs = nowMs()
  await sendRequests(server, eventCounter.paths)
  const answeredMs = nowMs()
  await eventCounter.until(() => families.every((family) => eventCounter.count(family) >= full), fullWithinMs)
  const jitterMs = canary.worst(fromMs, nowMs())
  const countsWhileRunning = { log: eventCounter.count('log'), webhook: eventCounter.count('webhook') }
  const sizes = receiver.batches.map(({ events }) => events.length)
  server.program.signal('SIGTERM')
  const hasEnded = await Promise.race([
    server.program.exited.then(() => true),
    new Promise<false>((resolve) => setTimeout(() => resolve(false), endWithinMs).unref()),
  ])
  if (!hasEnded) throw new HarnessError('untestable', `The server did not end within ${endWithinMs} ms.`)
  const countsAtEnd = {
    log: countOf(eventCounter.paths, log.events()),
    webhook: countOf(eventCounter.paths, receiver.events),
  }
  return {
    arrivals: eventCounter,
    answeredMs,
    jitterMs,
    running: countsWhileRunning,
    sizes,
    atEnd: countsAtEnd,
  }
})

for (const family of families) {
  must(
    `flag.audit-${family}-batch-max-size.batches`,
    flagRow(`--audit-${family}-batch-max-size`, 'batches'),
    () => {
      says('In batch mode, events go out in batches of at most that many, and a full batch does not wait.')
      test(
        {
          title: 'events that fill batches are sent without waiting',
          id: 'what fills batches goes out without waiting',
        },
        async (check) => {
          const { running } = await batchExperiment()
          check.observe('events that went out while the server ran', running[family])

          expect(running[family], 'events that went out').toBeGreaterThanOrEqual(full)
        },
      ).sees(`audit-${family}-batch-size-doubled`)

      if (family === 'log') return
      test({ title: 'no batch has more events than the maximum', id: 'no batch has more' }, async () => {
        const { sizes } = await batchExperiment()

        expect(sizes.length, 'batches').toBeGreaterThan(0)
        expect(Math.max(...sizes), 'the largest batch').toBeLessThanOrEqual(size)
      }).sees(`audit-${family}-batch-size-doubled`)
    },
  )

  must(
    `flag.audit-${family}-batch-throttle-enable.off`,
    flagRow(`--audit-${family}-batch-throttle-enable`, 'false'),
    () => {
      says('If it is false, batches are sent as soon as they are full, whatever the rate is.')
      test(
        {
          title: 'full batches are sent at once, regardless of the rate',
          id: 'the next two batches go out at once',
        },
        async () => {
          const { arrivals, answeredMs, jitterMs } = await batchExperiment()
          expectInTime(arrivals.arrivalOf(family, full), {
            what: 'the last full batch arrived',
            originMs: answeredMs,
            notAfterMs: answeredMs + unthrottledMs,
            jitterMs,
            marginMs: unthrottledMs,
          })
        },
      ).sees(`audit-${family}-throttle-always`)
    },
  )

  must(
    `flag.audit-${family}-mode.batch-complete-at-end`,
    flagRow(`--audit-${family}-mode`, 'batch mode at the end'),
    () => {
      says('Audit events are recorded: what batch mode has buffered goes out before the server ends.')
      test('every request has been recorded when the server has ended', async () => {
        expect((await batchExperiment()).atEnd[family], 'requests recorded').toBe(requests)
      }).sees(family === 'log' ? 'audit-not-flushed' : 'audit-webhook-not-flushed')
    },
  )
}
