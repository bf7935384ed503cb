import { afterAll } from 'vitest'
import { currentCheck, rejectJitter, JitterCanary, nowMs } from '#kit'
import { recordStarts, UsedStarts, usedStartsHere } from '#kit/launch.ts'

/** Recording of a scenario, to be judged. */
export interface ScenarioRecording {
  /** Stops the rest of the scenario and removes its files. */
  dispose(): Promise<void>
}

/** Definition of scenarios of one kind. */
export interface ScenarioDefinition<Spec, Ready, Recording extends ScenarioRecording> {
  /** Number of scenarios that run at the same time. */
  readonly atOnce: number
  /** @param before recording of an inconclusive attempt */
  start(name: string, spec: Spec, before?: Recording): Promise<Ready>
  /** Runs the measured part. No other program starts during it. */
  script(ready: Ready): Promise<Recording>
}

interface ScenarioState<Recording> {
  readonly name: string
  readonly before: Recording | undefined
  /** Ends the wait for other scenarios, which is not counted as time of a check. */
  beginsNow(): void
  resolve(recording: Recording): void
  reject(reason: unknown): void
}

// A start is slow on a loaded machine, and a scenario is played three times at most.
const limitMs = 300_000

/** Options of checks that read scenarios. They run in parallel, so that all scenarios are known from the beginning. */
export const scenarioOptions = { overlaps: true, limitMs } as const

/**
 * Runs each scenario once for all checks of a file that read it, and once more for those for which it was inconclusive.
 * Scenarios run in groups: the servers of a group start first, then all their scripts run in parallel, so that no start
 * disturbs a measurement.
 */
export function recordScenarios<Spec, Ready, Recording extends ScenarioRecording, Name extends string>(
  specs: Readonly<Record<Name, Spec>>,
  play: ScenarioDefinition<Spec, Ready, Recording>,
): (name: Name) => Promise<Recording> {
  let recordings = new Map<string, Promise<Recording>>()
  const used = new Map<string, UsedStarts>()
  let poor = new Map<string, Recording | undefined>()
  let done: ScenarioRecording[] = []
  let queue: ScenarioState<Recording>[] = []
  let running: Promise<void> | undefined
  let canary: JitterCanary | undefined

  const usedBy = (name: string): UsedStarts => {
    const known = used.get(name) ?? new UsedStarts()
    used.set(name, known)
    return known
  }
  const performOne = async (part: ScenarioState<Recording>, ready: Ready): Promise<void> => {
    try {
      const recording = await recordStarts(usedBy(part.name), async () => play.script(ready))
      done.push(recording)
      part.resolve(recording)
    } catch (thrown) {
      part.reject(thrown)
    }
  }
  const perform = async (): Promise<void> => {
    canary ??= new JitterCanary()
    // All checks of a file start together, and those that start a little later still join.
    await new Promise((resolve) => setImmediate(resolve))
    while (queue.length > 0) {
      const group = queue.splice(0, queue[0]?.before === undefined ? play.atOnce : 1)
      for (const part of group) part.beginsNow()
      const starts = await Promise.allSettled(
        group.map(({ name, before }) =>
          recordStarts(usedBy(name), async () => play.start(name, specs[name as Name], before)),
        ),
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
    canary?.stop()
    canary = undefined
    await Promise.all(done.map((recording) => recording.dispose()))
    recordings = new Map()
    poor = new Map()
    done = []
    queue = []
  })
  const request = (name: Name): Promise<Recording> => {
    const known = recordings.get(name)
    if (known !== undefined) return known
    const recording = new Promise<Recording>((resolve, reject) => {
      const beginsNow = currentCheck().timing.queues()
      queue.push({ name, before: poor.get(name), beginsNow, resolve, reject })
    })
    recordings.set(name, recording)
    running ??= perform()
    return recording
  }
  return async (name) => {
    const fromMs = nowMs()
    usedStartsHere()?.uses(usedBy(name))
    const recording = request(name)
    const again = async (): Promise<void> => {
      // Another check may have requested it before.
      if (recordings.get(name) !== recording || poor.has(name)) return
      recordings.delete(name)
      poor.set(name, await recording.catch(() => undefined))
    }
    try {
      return await recording
    } catch (thrown) {
      rejectJitter(() => canary?.worst(fromMs, nowMs()) ?? 0)
      throw thrown
    } finally {
      currentCheck().measures({ again })
    }
  }
}
