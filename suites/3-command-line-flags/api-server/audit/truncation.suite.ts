import { expect, rulesOf, says, test } from '#kit'
import { sendRequests, countOf, freshPaths } from '../../../shared/audit/fixture.ts'
import { flagRow } from '../../../shared/flags/place.ts'
import { EventCounter, families } from './event-counter.ts'
import { maxBatchBytes, maxEventBytes, batchingServer } from './batching-server.ts'
import { configMapEvent } from './objects.ts'

const { must } = rulesOf()

const requests = 30
const arrivedWithinMs = 12_000

for (const family of families) {
  must(
    `flag.audit-${family}-truncate-max-event-size.objects`,
    { ...flagRow(`--audit-${family}-truncate-max-event-size`, 'objects'), capability: 'audit-events' },
    () => {
      says('An event over the maximum loses request and response.')
      test('a small event keeps its request', async () => {
        const event = await configMapEvent(await batchingServer(), family, 100)

        expect(event?.requestObject, 'the request in the event').toBeDefined()
      })

      test('an event over the maximum loses request and response', async () => {
        const event = await configMapEvent(await batchingServer(), family, 2 * maxEventBytes)

        expect(event, 'the event').toBeDefined()
        expect(event?.requestObject, 'the request in the event').toBeUndefined()
        expect(event?.responseObject, 'the response in the event').toBeUndefined()
      }).sees(`audit-${family}-large-event-dropped`)
    },
  )

  must(
    `flag.audit-${family}-truncate-max-event-size.discarded`,
    flagRow(`--audit-${family}-truncate-max-event-size`, 'discarded'),
    () => {
      says('An event that is over the maximum without request and response is discarded.')
      test(
        {
          title: 'an event with a long path is discarded, and the next event is recorded',
          id: 'an event with a long path is discarded, the one after it is not',
        },
        async () => {
          const { server, log, receiver } = await batchingServer()
          const [long] = freshPaths(1, 'x'.repeat(1.5 * maxEventBytes))
          const [short] = freshPaths(1)
          const paths = [long ?? '', short ?? '']
          await sendRequests(server, paths, 1)
          const eventCounter = new EventCounter(await batchingServer(), [short ?? ''])
          await eventCounter.until(() => eventCounter.count(family) === 1, arrivedWithinMs)
          const events = family === 'log' ? log.events() : receiver.events

          expect(
            paths.map((path) => countOf([path], events)),
            'events of the long and of the short',
          ).toEqual([0, 1])
        },
      ).sees(`audit-${family}-large-event-kept`)
    },
  )

  must(
    `flag.audit-${family}-truncate-max-batch-size.split`,
    flagRow(`--audit-${family}-truncate-max-batch-size`, 'split'),
    () => {
      says('A batch over the maximum is split.')
      test(
        { title: 'no event of a large batch is lost', id: 'nothing of a large batch is lost' },
        async () => {
          const auditedServer = await batchingServer()
          const eventCounter = new EventCounter(auditedServer, freshPaths(requests, 'x'.repeat(400)))
          await sendRequests(auditedServer.server, eventCounter.paths)
          await eventCounter.until(() => eventCounter.count(family) === requests, arrivedWithinMs)

          expect(eventCounter.count(family), 'events that arrived').toBe(requests)
        },
      ).sees(`audit-${family}-large-batch-lost`)

      // The log has no batches.
      if (family === 'log') return
      test({ title: 'no batch exceeds the maximum size', id: 'no batch is over the maximum' }, async () => {
        const auditedServer = await batchingServer()
        const eventCounter = new EventCounter(auditedServer, freshPaths(requests, 'x'.repeat(400)))
        await sendRequests(auditedServer.server, eventCounter.paths)
        await eventCounter.until(() => eventCounter.count(family) >= requests / 2, arrivedWithinMs)
        const sizes = auditedServer.receiver.batches
          .filter(({ events }) => countOf(eventCounter.paths, events) > 0)
          .map(({ events }) => events.reduce((sum, event) => sum + JSON.stringify(event).length, 0))

        expect(sizes.length, 'batches').toBeGreaterThan(0)
        expect(Math.max(...sizes), 'bytes of the largest batch').toBeLessThanOrEqual(maxBatchBytes)
      }).sees('audit-webhook-large-batch-sent')
    },
  )
}
