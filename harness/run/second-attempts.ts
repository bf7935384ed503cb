import type { Collected } from '../engine/collected.ts'
import { sharesCause } from '../cause/failure-cause.ts'
import type { Engine } from '../engine/engine.ts'
import type { Recorder } from '../engine/recorder.ts'
import { messageOf } from '../errors.ts'
import type { CheckEvent } from '../events.ts'
import { inTime } from '../in-time.ts'

/** More checks than this are no flake: those beyond are what they are. */
export const mostAttempted = 25

// About what a whole run takes; a check that this cuts off stays what it was.
const allWithinMs = 300_000

/**
 * Judges what is red or could not be told once more: one check after the other, each in a process of its own, so that it
 * shares nothing with what ran before. Only what one cause made what it is, is judged together: what shared a start that
 * came to nothing, and what a busy machine kept a file from telling.
 * @param interrupted resolves when nobody waits for it any longer
 * @param endsWithinMs how long a check that is cut off has to stop what it started
 * @returns whether the engine has nothing more to do
 */
export async function judgeAgain(
  { engine, chosen }: { readonly engine: Engine; readonly chosen: readonly Collected[] },
  recorder: Recorder,
  interrupted: Promise<void>,
  endsWithinMs: number,
): Promise<boolean> {
  const untilMs = performance.now() + allWithinMs
  const modules = new Map(chosen.map(({ check, module }) => [check?.id, module]))
  const next = (): readonly string[] => nextOf(recorder, (id) => modules.get(id))
  for (let ids = next(); ids[0] !== undefined; ids = next()) {
    const attempt = recorder.attemptsAt(ids[0]) + 1
    engine.provide({ ...engine.settings, attempt })
    const running = engine
      .run(
        chosen.filter(({ check }) => check !== undefined && ids.includes(check.id)),
        (test) => recorder.onNextResult(test),
      )
      .catch((thrown: unknown) => [messageOf(thrown)])
    const ended = Promise.race([running, interrupted.then(() => undefined)])
    const errors = await inTime(ended, untilMs - performance.now())
    if (errors === undefined) {
      const cancelled = engine.cancel().then(() => running)
      return (await inTime(cancelled, endsWithinMs)) !== undefined
    }
    for (const error of errors) recorder.error(error)
    for (const id of ids) recorder.attemptEnded(id, attempt)
  }
  return true
}

/** The check that waits first, and those of its file that the same cause made what they are. */
function nextOf(recorder: Recorder, moduleOf: (id: string) => string | undefined): readonly string[] {
  const [first, ...rest] = recorder.doubted
  if (first === undefined) return []
  const isAlike = (other: CheckEvent): boolean =>
    moduleOf(other.id) === moduleOf(first.id) &&
    recorder.attemptsAt(other.id) === recorder.attemptsAt(first.id) &&
    (sharesCause(other, first) || [other, first].every(({ verdict }) => verdict === 'inconclusive'))
  return [first, ...rest.filter(isAlike)].map(({ id }) => id)
}
