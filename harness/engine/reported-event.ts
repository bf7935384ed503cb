import type { TestCase } from 'vitest/node'
import type { PlannedCheck } from '../catalogue.ts'
import type { CheckOutcome } from '../check/outcome.ts'
import { nowMs } from '../time.ts'
import type { CheckEvent } from '../events.ts'

/** An event before known failures are applied. */
export type Reported = CheckEvent & Pick<CheckOutcome, 'alternativeResult'>

/** Returns the event of one reported check; `undefined` for a check that never started. */
export function eventOf(
  test: TestCase,
  check: PlannedCheck,
  outcome: CheckOutcome | undefined,
): Reported | undefined {
  const { state, errors } = test.result()
  if (state === 'skipped' || state === 'pending') return undefined
  const wholeEvent = {
    type: 'check',
    id: check.id,
    rule: check.rule,
    ...(check.twin && { twin: check.twin }),
  } as const
  const text = errors?.map((error) => error.stack ?? error.message).join('\n') ?? 'no error was given'
  const isRetried = (test.diagnostic()?.retryCount ?? 0) > 0
  const isConsistent =
    outcome !== undefined && (state === 'passed') === ['held', 'observed'].includes(outcome.verdict)
  if (outcome !== undefined && isConsistent && !isRetried) return { ...wholeEvent, ...outcome }
  if (outcome?.verdict === 'harness-fault') return { ...wholeEvent, ...outcome }
  const reason = isRetried
    ? 'The engine ran the check more than once.'
    : `The engine reports ${state}: ${text}`
  return {
    ...wholeEvent,
    startedAtMs: outcome?.startedAtMs ?? nowMs(),
    durationMs: test.diagnostic()?.duration ?? 0,
    assertions: [],
    observations: [],
    launches: [],
    verdict: 'harness-fault',
    reason,
  }
}
