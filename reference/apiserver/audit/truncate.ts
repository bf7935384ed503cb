import type { FlagValues } from '../../flags/flag-values.ts'
import { fault, freedom } from '../../quirks/quirks.ts'
import type { AuditEvent } from './event.ts'
import type { Family, Sink } from './sink.ts'

const defaultEventSize = 102_400

/** Wraps a sink so that events and batches do not exceed a maximum size, if the flags of its family require it. */
export function withTruncation(sink: Sink, family: Family, flags: FlagValues): Sink {
  const name = (suffix: string) => `audit-${family}-truncate-${suffix}`
  const isTruncating = flags.bool(name('enabled'))
  const maxBatchBytes = flags.number(name('max-batch-size')) ?? Number.POSITIVE_INFINITY
  const maxEventBytes = flags.number(name('max-event-size')) ?? defaultEventSize
  const isSizeHalved = maxEventBytes === defaultEventSize && fault(`audit-${family}-event-default-halved`)
  const limits = { maxBatchBytes, maxEventBytes: isSizeHalved ? maxEventBytes / 2 : maxEventBytes }
  return {
    ...sink,
    async write(events) {
      const isBatchTooLarge =
        events.some((event) => sizeOf(event) > limits.maxEventBytes) || totalSize(events) > maxBatchBytes
      const isLimited = isTruncating
        ? !(isBatchTooLarge && fault(`audit-${family}-truncate-ignored`))
        : isBatchTooLarge && fault(`audit-${family}-truncate-always`)
      if (!isLimited) return sink.write(events)
      const truncatedEvents = events.flatMap((event) => truncateEvent(event, family, limits.maxEventBytes))
      const [firstBatch = [], ...laterBatches] = split(truncatedEvents, family, maxBatchBytes)
      await Promise.all(
        [firstBatch, ...laterBatches].map(async (batch) =>
          batch.length > 0 ? sink.write(batch) : undefined,
        ),
      )
    },
  }
}

const sizeOf = (event: AuditEvent) => Buffer.byteLength(JSON.stringify(event)) + 1
const totalSize = (events: readonly AuditEvent[]) => events.reduce((all, event) => all + sizeOf(event), 0)

/** Returns the event unchanged or without its objects, or an empty list if it is still too large. */
function truncateEvent(event: AuditEvent, family: Family, max: number): AuditEvent[] {
  if (sizeOf(event) <= max) return [event]
  const { requestObject, responseObject, ...rest } = event
  const hasObjects = requestObject !== undefined || responseObject !== undefined
  if (hasObjects && fault(`audit-${family}-large-event-dropped`)) return []
  const truncationMark = freedom('audit-truncation-unmarked')
    ? {}
    : { annotations: { 'audit.orch.io/truncated': 'true' } }
  const eventWithoutObjects = { ...rest, ...truncationMark }
  return sizeOf(eventWithoutObjects) <= max || fault(`audit-${family}-large-event-kept`)
    ? [eventWithoutObjects]
    : []
}

/** Splits the events into batches that are not too large. */
function split(events: readonly AuditEvent[], family: Family, max: number): (readonly AuditEvent[])[] {
  if (totalSize(events) <= max) return [events]
  if (family === 'webhook' && fault('audit-webhook-large-batch-sent')) return [events]
  const batches: AuditEvent[][] = []
  let size = max
  for (const event of events) {
    size += sizeOf(event)
    if (size > max) {
      batches.push([])
      size = sizeOf(event)
    }
    batches.at(-1)?.push(event)
  }
  return fault(`audit-${family}-large-batch-lost`) ? batches.slice(0, 1) : batches
}
