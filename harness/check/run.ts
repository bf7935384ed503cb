import { inject, type TestContext } from 'vitest'
import type { PlannedCheck, Rule } from '../catalogue.ts'
import { nowMs } from '../time.ts'
import { environmentFault } from '../environment.ts'
import { HarnessError } from '../errors.ts'
import { withCommandNotes } from './command-notes.ts'
import { CheckContext, maxQueuedMs, runAs } from './context.ts'
import { type WrittenEvidence, writeEvidence } from './evidence.ts'
import { maxMeasurements } from '../machine/timing.ts'
import { needsFlagsOf } from './needs.ts'
import { readNetworkUse, watchOutbound } from '../machine/leaving/watch.ts'
import { ownLateness } from '../machine/lateness.ts'
import { beginCapture, endCapture } from '../repro/capture.ts'
import { keepRunning, recordReproduction } from '../repro/record.ts'
import { recordScriptedResponses } from '../repro/scripted-responses.ts'
import { withMissingMeans } from './missing-means.ts'
import { recordUse } from '../launch/reach/uses.ts'
import {
  outcomeOfFailure,
  outcomeWithoutMachineDoubt,
  type CheckOutcome,
  type FailedOutcome,
  verdictOfPass,
} from './outcome.ts'
import { fineVerdicts } from '../verdict.ts'

/** A check as its rule declares it. */
export interface DeclaredCheck {
  readonly rule: Rule
  readonly check: PlannedCheck
  readonly body: (check: CheckContext) => Promise<void>
  readonly limitMs: number
}

/**
 * Additional wait of the engine, in milliseconds: for the queue of starts, which is not counted as time of the check,
 * and for the report of a pending wait.
 */
export const graceMs = maxQueuedMs + 10_000

/** Runs a check, and stores its result for the engine's reporter. */
export async function runCheck(declaredCheck: DeclaredCheck, vitest: TestContext): Promise<void> {
  const { rule, check, body, limitMs } = declaredCheck
  const context = new CheckContext(check.id, inject('settings'), vitest.task.file)
  const startedAtMs = nowMs()
  const { repro } = context.settings
  if (repro?.records) recordScriptedResponses()
  // The first call begins the measurement of lateness.
  ownLateness()
  watchOutbound()
  const suiteFile = vitest.task.file.name
  const storeEvidence = (toMs: number, isFine: boolean): Partial<WrittenEvidence> => {
    try {
      return writeEvidence(context, { fromMs: startedAtMs, toMs, isFine, suiteFile }) ?? {}
    } catch (thrown) {
      reportEnvironmentFault(thrown, vitest, `Could not write the evidence below ${context.settings.outDir}`)
      throw thrown
    }
  }
  const recordOutcome = async (
    result: Pick<CheckOutcome, 'verdict'> & Partial<CheckOutcome>,
  ): Promise<void> => {
    const endedAtMs = nowMs()
    const network = readNetworkUse(startedAtMs)
    const { assertions } = context.record
    // A successful comparison does not explain a failure.
    const decidingAssertion =
      assertions.find(({ passed }) => !passed) ??
      (fineVerdicts.has(result.verdict) ? assertions.at(-1) : undefined)
    vitest.task.meta.outcome = {
      startedAtMs,
      durationMs: Math.round((endedAtMs - startedAtMs) * 10) / 10,
      ...(decidingAssertion && { expected: decidingAssertion.expected, actual: decidingAssertion.actual }),
      assertions,
      observations: context.record.observations,
      launches: context.record.launches,
      ...storeEvidence(endedAtMs, fineVerdicts.has(result.verdict)),
      ...network,
      ...result,
    }
    recordUse(context.settings, { check: check.id, starts: context.usedStarts.allStarts })
    recordReproduction(context, startedAtMs, endedAtMs)
    if (!fineVerdicts.has(result.verdict)) await keepRunning(context, result.verdict, vitest.signal)
    await context.end()
    if (repro?.check === check.id) await endCapture()
  }
  const withNotes = (outcome: FailedOutcome): FailedOutcome =>
    withCommandNotes(withMissingMeans(outcome, context.record), context.record)
  try {
    if (repro?.capture !== undefined) await beginCapture(repro.capture)
    if (rule.capability !== undefined) context.needs(rule.capability as Parameters<CheckContext['needs']>[0])
    needsFlagsOf(context.dialect, rule)
    context.setRemainingMs(limitMs)
    await runAs(context, () => withTimeLimit(limitMs, vitest.signal, context, untilConclusive(context, body)))
  } catch (thrown) {
    reportEnvironmentFault(thrown, vitest)
    if (vitest.signal.aborted) vitest.task.meta.isCutOff = true
    const explainedError = await context.explain(thrown)
    await recordOutcome({
      ...withNotes(outcomeOfFailure(rule.level, explainedError)),
      ...outcomeWithoutMachineDoubt(rule.level, explainedError, withNotes),
    })
    throw explainedError
  }
  const verdict = verdictOfPass(rule.level, context.record)
  const reason = verdict === 'harness-fault' ? { reason: 'The check observed nothing.' } : {}
  await recordOutcome({ verdict, ...reason })
}

/** Reports a missing resource of the machine to the engine's reporter, which ends the run. */
function reportEnvironmentFault(thrown: unknown, vitest: TestContext, attemptText?: string): void {
  const fault = environmentFault(thrown, attemptText)
  if (fault !== undefined) vitest.task.meta.environmentFault = fault.message
}

/** Runs a check, and repeats it while its measurement is too uncertain and can be repeated. */
async function untilConclusive(
  context: CheckContext,
  body: (check: CheckContext) => Promise<void>,
): Promise<void> {
  for (let measured = 1; ; measured++) {
    const leftMs = context.remainingMs()
    try {
      return await body(context)
    } catch (thrown) {
      const outcomeError = context.timing.doubtError(thrown) ?? thrown
      const isUncertain = context.timing.isUncertain(outcomeError)
      // A repetition that takes as long as this measurement must end in the remaining time.
      const isRepeatable =
        measured < maxMeasurements && context.remainingMs() > leftMs - context.remainingMs()
      if (!isUncertain || !isRepeatable || !(await context.startAgain())) throw outcomeError
    }
  }
}

async function withTimeLimit(
  limitMs: number,
  signal: AbortSignal,
  context: CheckContext,
  body: Promise<void>,
): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_resolve, reject) => {
    const settleOrWait = (): void => {
      const leftMs = context.remainingMs()
      // Unless the machine was overloaded, only the program can be slow: everything else takes milliseconds.
      if (leftMs > 0) timer = setTimeout(settleOrWait, leftMs)
      else {
        const limitError = new HarnessError('untestable', `The check did not end within ${limitMs} ms.`, {
          detail: 'not-in-time',
          limitMs,
        })
        reject(context.timing.doubtError(limitError) ?? limitError)
      }
    }
    timer = setTimeout(settleOrWait, limitMs)
    signal.addEventListener(
      'abort',
      () => reject(new HarnessError('interrupted', 'The run was interrupted.')),
      { once: true },
    )
  })
  try {
    await Promise.race([body, limit])
  } finally {
    clearTimeout(timer)
  }
}
