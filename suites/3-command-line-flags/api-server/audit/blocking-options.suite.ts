import { expect, rulesOf, says, shared, test } from '#kit'
import { sendRequests, auditedServer, freshPaths } from '../../../shared/audit/fixture.ts'
import { EventCounter, families, type Family } from './event-counter.ts'

const { must } = rulesOf({ document: 3, section: 'Audit flags of the API server' })

/** Returns batch options that delay all events except the first for minutes, or forever. */
const slowBatches = (family: Family) => ({
  [`--audit-${family}-mode`]: 'blocking',
  [`--audit-${family}-batch-max-size`]: 1,
  [`--audit-${family}-batch-max-wait`]: '10m',
  [`--audit-${family}-batch-buffer-size`]: 1,
  [`--audit-${family}-batch-throttle-enable`]: true,
  [`--audit-${family}-batch-throttle-qps`]: 0.01,
  [`--audit-${family}-batch-throttle-burst`]: 1,
})
const requests = 10
const arrivedWithinMs = 10_000

const server = auditedServer({ ...slowBatches('log'), ...slowBatches('webhook') })
const recordedRequests = shared(async () => {
  const fixture = await server()
  const eventCounter = new EventCounter(fixture, freshPaths(requests))
  await sendRequests(fixture.server, eventCounter.paths)
  await eventCounter.until(
    () => families.every((family) => eventCounter.count(family) === requests),
    arrivedWithinMs,
  )
  return eventCounter
})

must('audit.flags.batch-options', 'batch options', () => {
  says('The batch options apply in batch mode only.')
  for (const family of families) {
    test(
      {
        title: `in blocking mode, the ${family} records every event, regardless of the batch options`,
        id: `in blocking mode, the ${family} records every event, whatever the batch options`,
      },
      async () => {
        expect((await recordedRequests()).count(family), 'events').toBe(requests)
      },
    ).sees(`audit-${family}-batch-options-always`)
  }
})
