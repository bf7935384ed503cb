import { expect, assertNotLate, nowMs, rulesOf, says, test } from '#kit'
import { sendRequests, auditedServer, freshPaths } from '../../../shared/audit/fixture.ts'
import { flagRow } from '../../../shared/flags/place.ts'
import { EventCounter } from './event-counter.ts'

const { must } = rulesOf()

const size = 400
const concurrency = 24
// Long enough for the second batch, which waits for ten seconds at this rate.
const sentWithinMs = 15_000
// All requests must have been sent within this time. Later requests may leave the second batch small.
const requestedWithinMs = 8_000

// After the first batch, which may be small, more events wait than a batch can contain.
const fixture = auditedServer({
  '--audit-webhook-mode': 'batch',
  '--audit-webhook-batch-max-wait': '10m',
  '--audit-webhook-batch-throttle-qps': 0.1,
  '--audit-webhook-batch-throttle-burst': 1,
})

must(
  'flag.audit-webhook-batch-max-size.default',
  flagRow('--audit-webhook-batch-max-size', 'default in effect'),
  () => {
    says('Unless the flag says otherwise, at most 400 events go to the webhook in one batch.')
    test(
      {
        title: '400 of many waiting events are sent in one batch',
        id: 'of many events that wait, 400 are sent in one batch',
      },
      async (check) => {
        const auditedFixture = await fixture()
        const { server, receiver } = auditedFixture
        const paths = freshPaths(size + size / 2)
        const fromMs = nowMs()
        await sendRequests(server, paths, concurrency)
        assertNotLate(fromMs + requestedWithinMs, 'What is to wait for the second batch')
        const largestBatch = () => Math.max(...receiver.batches.map(({ events }) => events.length))
        const eventCounter = new EventCounter(auditedFixture, paths)
        await eventCounter.until(() => largestBatch() >= size, sentWithinMs)
        check.observe(
          'sizes of the batches',
          receiver.batches.map(({ events }) => events.length),
        )

        expect(largestBatch(), 'events in the largest batch').toBe(size)
      },
    ).sees('audit-webhook-batch-size-default-smaller')
  },
)
