import { afterAll } from 'vitest'
import { nowMs } from '#harness/clock.ts'

/** What a scenario left behind to be judged. */
export interface Recorded {
  /** The worst lateness of the machine while it ran. */
  readonly jitterMs: number
  /** Ends whatever of it still runs and removes its files. */
  dispose(): Promise<void>
}

/** How scenarios of one sort come about. */
export interface Play<Spec, Ready, Recording extends Recorded> {
  /** How many are on stage together. */
  readonly atOnce: number
  /** @param before what came of an attempt that was no good */
  start(name: string, spec: Spec, before?: Recording): Promise<Ready>
  /** What is measured; starts of other programs keep away from it. */
  script(ready: Ready): Promise<Recording>
  /** Whether a quiet machine could show more than this. */
  isPoor?(recording: Recording): boolean
}

interface Part<Recording> {
  readonly name: string
  readonly before?: Recording
  resolve(recording: Recording): void
  reject(reason: unknown): void
}

// One more try costs seconds, an inconclusive check costs its reader a whole run.
const noisyMs = 250
// A machine that is slow for good is not made faster by trying again.
const againBeforeMs = 40_000

// Each check waits for its scenario, which waits for its turn; on a loaded machine a start takes its time.
const limitMs = 300_000

/** How the checks run that read scenarios: beside each other, so that all scenarios are known from the beginning. */
export const played = { overlaps: true, limitMs } as const

/**
 * Runs each scenario once for all checks of a file that read it. Scenarios go on stage in groups: the servers of a
 * group start first, then all their scripts run beside each other, so that no start disturbs a measurement.
 */
export function staged<Spec, Ready, Recording extends Recorded, Name extends string>(
  specs: Readonly<Record<Name, Spec>>,
  play: Play<Spec, Ready, Recording>,
): (name: Name) => Promise<Recording> {
  let recordings = new Map<string, Promise<Recording>>()
  let done: Recorded[] = []
  let queue: Part<Recording>[] = []
  let running: Promise<void> | undefined
  let beganAtMs = 0

  const performOne = async (part: Part<Recording>, ready: Ready): Promise<void> => {
    try {
      const recording = await play.script(ready)
      done.push(recording)
      const isPoor = recording.jitterMs > noisyMs || play.isPoor?.(recording) === true
      const isWorthIt = part.before === undefined && nowMs() < beganAtMs + againBeforeMs
      if (isPoor && isWorthIt) queue.push({ ...part, before: recording })
      else part.resolve(recording)
    } catch (thrown) {
      part.reject(thrown)
    }
  }
  const perform = async (): Promise<void> => {
    beganAtMs = nowMs()
    // All checks of a file begin together; those that come a little later still join.
    await new Promise((resolve) => setImmediate(resolve))
    while (queue.length > 0) {
      const group = queue.splice(0, play.atOnce)
      const starts = await Promise.allSettled(
        group.map(({ name, before }) => play.start(name, specs[name as Name], before)),
      )
      await Promise.all(
        group.map(async (part, index) => {
          const start = starts[index]
          if (start?.status === 'fulfilled') await performOne(part, start.value)
          else part.reject(start?.reason)
        }),
      )
    }
    running = undefined
  }
  afterAll(async () => {
    await running
    await Promise.all(done.map((recording) => recording.dispose()))
    recordings = new Map()
    done = []
    queue = []
  })
  return (name) => {
    const known = recordings.get(name)
    if (known !== undefined) return known
    const recording = new Promise<Recording>((resolve, reject) => {
      queue.push({ name, resolve, reject })
    })
    recordings.set(name, recording)
    running ??= perform()
    return recording
  }
}
