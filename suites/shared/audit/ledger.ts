import type { AuditEvent } from '#mocks/audit-receiver/index.ts'
import type { Level, Stage } from './policy.ts'

/** The required record of one request. */
export interface ExpectedEvents {
  /** The path with its query, which is unique in the ledger. */
  readonly uri: string
  /** Stages, each exactly once; empty if nothing may be recorded. */
  readonly stages: readonly Stage[]
  readonly level?: Level
}

/** Deviations from the expected events, each as a line of text. */
export interface LedgerResult {
  readonly lost: readonly string[]
  readonly twice: readonly string[]
  readonly unwanted: readonly string[]
  readonly atOtherLevel: readonly string[]
}

/** Result without deviations. */
export const emptyDifference: LedgerResult = { lost: [], twice: [], unwanted: [], atOtherLevel: [] }

/** Compares the expected with the recorded events: none lost, none twice, and no others. */
export function compareLedger(
  expected: readonly ExpectedEvents[],
  events: readonly AuditEvent[],
): LedgerResult {
  const byUri = new Map<string, AuditEvent[]>()
  for (const event of events) byUri.set(event.requestURI, [...(byUri.get(event.requestURI) ?? []), event])
  const lostEvents: string[] = []
  const duplicateEvents: string[] = []
  const unwantedEvents: string[] = []
  const eventsAtOtherLevel: string[] = []
  for (const { uri, stages, level } of expected) {
    const uriEvents = byUri.get(uri) ?? []
    for (const stage of stages) {
      const eventCount = uriEvents.filter((event) => event.stage === stage).length
      if (eventCount === 0) lostEvents.push(`${stage} of ${uri}`)
      if (eventCount > 1) duplicateEvents.push(`${stage} of ${uri}`)
    }
    for (const event of uriEvents) {
      if (!stages.some((stage) => stage === event.stage))
        unwantedEvents.push(`${event.stage} of ${uri} at ${event.level}`)
      else if (level !== undefined && event.level !== level) {
        eventsAtOtherLevel.push(`${event.stage} of ${uri} at ${event.level} instead of ${level}`)
      }
    }
  }
  return {
    lost: lostEvents,
    twice: duplicateEvents,
    unwanted: unwantedEvents,
    atOtherLevel: eventsAtOtherLevel,
  }
}
