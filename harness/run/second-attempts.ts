import type { Collected } from '../engine/collected.ts'
import type { Engine } from '../engine/engine.ts'
import type { Recorder } from '../engine/recorder.ts'
import { messageOf } from '../errors.ts'
import { inTime } from '../in-time.ts'

/** More checks than this are no flake: those beyond are what they are. */
export const mostAttempted = 25

// About what a whole run takes; a check that this cuts off stays what it was.
const allWithinMs = 300_000

/**
 * Judges what is red or could not be told once more: one check after the other, each in a process of its own, so that it
 * shares nothing with what ran before.
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
  for (let [id] = recorder.doubted; id !== undefined; [id] = recorder.doubted) {
    const attempt = recorder.attemptsAt(id) + 1
    engine.provide({ ...engine.settings, attempt })
    const running = engine
      .run(
        chosen.filter(({ check }) => check?.id === id),
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
    recorder.attemptEnded(id, attempt)
  }
  return true
}
