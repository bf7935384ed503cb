// orch-conformance/results: types of the files that a run writes, and functions that read them.
export type {
  Assertion,
  AttemptEvent,
  CheckEvent,
  FooterEvent,
  Known,
  Launch,
  Observation,
  RunEvent,
  TimelineEntry,
} from '#harness/events.ts'
export type { HeaderEvent, TargetSummary } from '#harness/header.ts'
export type { MakeReporter, Reporter, ReporterContext } from '#harness/reporter.ts'
export type { Verdict } from '#harness/verdict.ts'
export { HarnessError, type HarnessErrorCode, type HarnessErrorOptions } from '#harness/errors.ts'
export { type EventsRead, parseEvents, readRun } from '#reports/read-events.ts'
export type { Outcome, RunCheck, RunObservation, RunResult, RunRule, RunScope } from '#reports/run-schema.ts'
export { readRunJson } from './run-json.ts'
