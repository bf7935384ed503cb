import { untilConclusive, expect, expectInTime, JitterCanary, nowMs, rulesOf, says, test } from '#kit'
import { sendRequests, type AuditedServer, countOf, freshPaths } from '../../../shared/audit/fixture.ts'
import { flagRow } from '../../../shared/flags/place.ts'
import { EventCounter, type Family, families } from './event-counter.ts'
import { waitMs, batchingServer } from './batching-server.ts'

const { must } = rulesOf()

// Tolerance that still distinguishes a wait of three times the value.
const slackMs = 900
const arrivedWithinMs = 12_000
// Events at intervals below the wait, for three times its length.
const trickle = { events: 12, everyMs: waitMs / 4 } as const

/**
 * Reports whether a request was answered before its event was written, in any of several attempts, because a batch may
 * be sent at that moment.
 */
async function respondsBeforeRecording(
  { server, log, receiver }: AuditedServer,
  family: Family,
): Promise<boolean> {
  for (const path of freshPaths(3)) {
    await server.request({ path })
    const recordedEvents = family === 'log' ? log.events() : receiver.events
    if (countOf([path], recordedEvents) === 0) return true
  }
  return false
}

for (const family of families) {
  must(`flag.audit-${family}-mode.batch`, flagRow(`--audit-${family}-mode`, 'batch'), () => {
    says('In batch mode events are buffered and written asynchronously: answers do not wait for them.')
    test(
      {
        title: 'the client receives the response to a request before its event is written',
        id: 'a request is answered before its event is written',
      },
      async () => {
        expect(await respondsBeforeRecording(await batchingServer(), family), 'answered before').toBe(true)
      },
    ).sees('audit-log-batch-blocks')
  })

  must(
    `flag.audit-${family}-batch-max-wait.sent`,
    { ...flagRow(`--audit-${family}-batch-max-wait`), waits: true },
    () => {
      says('A batch that is not full goes out when it has waited for that time.')
      test(
        {
          title: 'three events of a batch of up to a thousand are sent in time',
          id: 'three events of a batch for a thousand go out in time',
        },
        async () => {
          await untilConclusive(async () => {
            const auditedServer = await batchingServer()
            // Sends an earlier batch, so that the events do not join a batch that is already waiting.
            const firstArrivals = new EventCounter(auditedServer, freshPaths(1))
            await sendRequests(auditedServer.server, firstArrivals.paths)
            await firstArrivals.until(() => firstArrivals.count(family) === 1, arrivedWithinMs)
            using canary = new JitterCanary(auditedServer.server.processId)
            const eventCounter = new EventCounter(auditedServer, freshPaths(3))
            const fromMs = nowMs()
            await sendRequests(auditedServer.server, eventCounter.paths)
            const sentMs = nowMs()
            await eventCounter.until(() => eventCounter.count(family) === 3, arrivedWithinMs)
            expectInTime(eventCounter.arrivalOf(family, 3), {
              what: 'the batch arrived',
              originMs: fromMs,
              notAfterMs: Math.max(fromMs, sentMs) + waitMs + slackMs,
              jitterMs: canary.worst(fromMs, nowMs()),
              marginMs: waitMs,
            })
          })
        },
      ).sees(`audit-${family}-batch-wait-trebled`)

      test('the first of many events at short intervals is sent in time', async () => {
        await untilConclusive(async () => {
          const auditedServer = await batchingServer()
          using canary = new JitterCanary(auditedServer.server.processId)
          const eventCounter = new EventCounter(auditedServer, freshPaths(1))
          const fromMs = nowMs()
          await sendRequests(auditedServer.server, eventCounter.paths)
          const sentMs = nowMs()
          // Each of these events arrives before the event before it has waited for the time.
          for (const [index, path] of freshPaths(trickle.events).entries()) {
            if (eventCounter.count(family) > 0) break
            await eventCounter.until(() => nowMs() >= sentMs + index * trickle.everyMs, trickle.everyMs)
            await auditedServer.server.request({ path })
          }
          await eventCounter.until(() => eventCounter.count(family) === 1, arrivedWithinMs)
          expectInTime(eventCounter.arrivalOf(family, 1), {
            what: 'the first event arrived',
            originMs: fromMs,
            notAfterMs: sentMs + waitMs + slackMs,
            jitterMs: canary.worst(fromMs, nowMs()),
            marginMs: waitMs,
          })
        })
      }).sees(`audit-${family}-batch-wait-restarted`)
    },
  )
}
