import type { HarnessErrorCode } from '../../errors.ts'
import type { CheckEvent, FooterEvent, RunEvent } from '../../events.ts'
import { isOutOfDate, type Verdict } from '../../verdict.ts'

/** The exit codes of every command. */
export const exitCodes = {
  conformant: 0,
  nonconformant: 1,
  usage: 2,
  configFault: 3,
  incomplete: 4,
  crashed: 5,
  harnessFault: 6,
  stale: 7,
  inconclusive: 8,
  interrupted: 130,
} as const

/** An exit code, as listed in the README. */
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

const codeOfError: Readonly<Record<HarnessErrorCode, ExitCode>> = {
  usage: exitCodes.usage,
  'config-fault': exitCodes.configFault,
  'nothing-selected': exitCodes.incomplete,
  crashed: exitCodes.crashed,
  // Outside a run, a program that refuses to start cannot be used at all.
  refused: exitCodes.crashed,
  'harness-fault': exitCodes.harnessFault,
  untestable: exitCodes.incomplete,
  inconclusive: exitCodes.inconclusive,
  'not-applicable': exitCodes.incomplete,
  interrupted: exitCodes.interrupted,
}

/** Returns the exit code of a command that ended with an error. */
export function exitCodeOfError(code: HarnessErrorCode): ExitCode {
  return codeOfError[code]
}

/** Returns the exit code of a run. The most severe result decides. */
export function exitCodeOfRun(events: readonly RunEvent[]): ExitCode {
  const footer = events.find((event): event is FooterEvent => event.type === 'footer')
  if (footer === undefined) return exitCodes.interrupted
  const checks = events.filter((event): event is CheckEvent => event.type === 'check')
  const hasVerdict = (verdict: Verdict): boolean => checks.some((check) => check.verdict === verdict)
  if (footer.neverStarted !== undefined) return exitCodes.crashed
  if (footer.errors.length > 0 || hasVerdict('harness-fault')) return exitCodes.harnessFault
  if (hasVerdict('crashed')) return exitCodes.crashed
  if (hasVerdict('broken')) return exitCodes.nonconformant
  if (hasVerdict('untestable')) return exitCodes.incomplete
  if (footer.stoppedAfter !== undefined && checks.length < footer.planned) return exitCodes.incomplete
  if (footer.stale !== undefined || checks.some(({ known }) => isOutOfDate(known))) return exitCodes.stale
  if (hasVerdict('inconclusive') || hasVerdict('unstable')) return exitCodes.inconclusive
  return isComplete(events, checks) ? exitCodes.conformant : exitCodes.harnessFault
}

/**
 * Reports whether every planned check has one result and no other check has a result: a cut or edited stream is never
 * green.
 */
function isComplete(events: readonly RunEvent[], checks: readonly CheckEvent[]): boolean {
  const planned = events.flatMap((event) =>
    event.type === 'header' ? event.plan.checks.map(({ id }) => id) : [],
  )
  const reportedIds = new Set(checks.map(({ id }) => id))
  return checks.length === planned.length && planned.every((id) => reportedIds.has(id))
}
