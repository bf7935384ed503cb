import type { Collected } from '../engine/collected.ts'
import { hasSameCause } from '../cause/failure-cause.ts'
import type { Engine } from '../engine/engine.ts'
import type { Recorder } from '../engine/recorder.ts'
import { messageOf } from '../errors.ts'
import type { CheckEvent } from '../events.ts'
import { withTimeLimit } from '../time-limit.ts'

/** Maximum number of checks that run again; more failures are unlikely to be flaky. */
export const maxAttempted = 25

// Time limit of all second attempts. A check without a second attempt keeps its verdict.
const allWithinMs = 300_000

/**
 * Runs failed and inconclusive checks once more: one after the other, each in a separate process, so that it shares
 * nothing with earlier checks. Only checks with a common cause run together: checks that shared a failed start, and
 * checks of a file that a busy machine made inconclusive.
 * @param interrupted resolves when the result is no longer needed
 * @param endsWithinMs time in which a check that is cut off stops the programs it started
 * @returns true if the engine has nothing more to do
 */
export async function judgeAgain(
  { engine, chosen }: { readonly engine: Engine; readonly chosen: readonly Collected[] },
  recorder: Recorder,
  interrupted: Promise<void>,
  endsWithinMs: number,
): Promise<boolean> {
  const untilMs = performance.now() + allWithinMs
  const modules = new Map(chosen.map(({ check, module }) => [check?.id, module]))
  const nextChecks = (): readonly string[] => nextChecksOf(recorder, (id) => modules.get(id))
  for (let ids = nextChecks(); ids[0] !== undefined; ids = nextChecks()) {
    const attempt = recorder.attemptsAt(ids[0]) + 1
    engine.provide({ ...engine.settings, attempt })
    const engineRun = engine
      .run(
        chosen.filter(({ check }) => check !== undefined && ids.includes(check.id)),
        (test) => recorder.onNextResult(test),
      )
      .catch((thrown: unknown) => [messageOf(thrown)])
    const runEnd = Promise.race([engineRun, interrupted.then(() => undefined)])
    const errors = await withTimeLimit(runEnd, untilMs - performance.now())
    if (errors === undefined) {
      const cancellation = engine.cancel().then(() => engineRun)
      return (await withTimeLimit(cancellation, endsWithinMs)) !== undefined
    }
    for (const error of errors) recorder.error(error)
    for (const id of ids) recorder.endAttempt(id, attempt)
  }
  return true
}

/** Returns the first waiting check, and the waiting checks of its file with the same cause. */
function nextChecksOf(recorder: Recorder, moduleOf: (id: string) => string | undefined): readonly string[] {
  const [first, ...rest] = recorder.pendingChecks
  if (first === undefined) return []
  const isSameKind = (other: CheckEvent): boolean =>
    moduleOf(other.id) === moduleOf(first.id) &&
    recorder.attemptsAt(other.id) === recorder.attemptsAt(first.id) &&
    (hasSameCause(other, first) || [other, first].every(({ verdict }) => verdict === 'inconclusive'))
  return [first, ...rest.filter(isSameKind)].map(({ id }) => id)
}
