import { afterAll } from 'vitest'
import { currentCheck, rejectJitter, JitterCanary, nowMs } from '#kit'
import { recordStarts, UsedStarts, usedStartsHere } from '#kit/launch.ts'

/** Recording of a scenario, which checks read. */
export interface ScenarioRecording {
  /** Stops the rest of the scenario and removes its files. */
  dispose(): Promise<void>
}

/** Definition of scenarios of one kind. */
export interface ScenarioDefinition<Spec, Ready, Recording extends ScenarioRecording> {
  /** Number of scenarios that run at the same time. */
  readonly maxConcurrent: number
  /** @param previousRecording recording of an inconclusive attempt */
  start(name: string, spec: Spec, previousRecording?: Recording): Promise<Ready>
  /** Runs the measured part. No other program starts during it. */
  script(ready: Ready): Promise<Recording>
}

interface ScenarioState<Recording> {
  readonly name: string
  readonly previousRecording: Recording | undefined
  /** Marks the end of the wait for other scenarios. The time of the check does not include this wait. */
  beginsNow(): void
  resolve(recording: Recording): void
  reject(reason: unknown): void
}

// Long enough for three attempts at a scenario, with slow starts on a loaded machine.
const limitMs = 300_000

/**
 * Options of checks that read scenarios. Such checks run in parallel, so that all scenarios are known from the
 * beginning.
 */
export const scenarioOptions = { overlaps: true, limitMs } as const

/**
 * Runs each scenario once for all checks of a file that read it, and once more for the checks for which it was
 * inconclusive. Scenarios run in groups: the servers of a group start first, then all their scripts run in parallel, so
 * that no start disturbs a measurement.
 */
export function recordScenarios<Spec, Ready, Recording extends ScenarioRecording, Name extends string>(
  specs: Readonly<Record<Name, Spec>>,
  play: ScenarioDefinition<Spec, Ready, Recording>,
): (name: Name) => Promise<Recording> {
  let recordings = new Map<string, Promise<Recording>>()
  const usedStarts = new Map<string, UsedStarts>()
  let unusableRecordings = new Map<string, Recording | undefined>()
  let finishedRecordings: ScenarioRecording[] = []
  let queuedScenarios: ScenarioState<Recording>[] = []
  let currentRun: Promise<void> | undefined
  let canary: JitterCanary | undefined

  const usedStartsOf = (name: string): UsedStarts => {
    const scenarioStarts = usedStarts.get(name) ?? new UsedStarts()
    usedStarts.set(name, scenarioStarts)
    return scenarioStarts
  }
  const performScenario = async (part: ScenarioState<Recording>, ready: Ready): Promise<void> => {
    try {
      const scenarioRecording = await recordStarts(usedStartsOf(part.name), async () => play.script(ready))
      finishedRecordings.push(scenarioRecording)
      part.resolve(scenarioRecording)
    } catch (thrown) {
      part.reject(thrown)
    }
  }
  const performQueue = async (): Promise<void> => {
    canary ??= new JitterCanary()
    // All checks of a file start together, and checks that start a little later still join.
    await new Promise((resolve) => setImmediate(resolve))
    while (queuedScenarios.length > 0) {
      const group = queuedScenarios.splice(
        0,
        queuedScenarios[0]?.previousRecording === undefined ? play.maxConcurrent : 1,
      )
      for (const scenario of group) scenario.beginsNow()
      const startResults = await Promise.allSettled(
        group.map(({ name, previousRecording }) =>
          recordStarts(usedStartsOf(name), async () =>
            play.start(name, specs[name as Name], previousRecording),
          ),
        ),
      )
      await Promise.all(
        group.map(async (part, index) => {
          const startResult = startResults[index]
          if (startResult?.status === 'fulfilled') await performScenario(part, startResult.value)
          else part.reject(startResult?.reason)
        }),
      )
    }
    currentRun = undefined
  }
  afterAll(async () => {
    await currentRun
    canary?.stop()
    canary = undefined
    await Promise.all(finishedRecordings.map((recording) => recording.dispose()))
    recordings = new Map()
    unusableRecordings = new Map()
    finishedRecordings = []
    queuedScenarios = []
  })
  const request = (name: Name): Promise<Recording> => {
    const pendingRecording = recordings.get(name)
    if (pendingRecording !== undefined) return pendingRecording
    const scenarioRecording = new Promise<Recording>((resolve, reject) => {
      const markBegun = currentCheck().timing.beginQueueWait()
      queuedScenarios.push({
        name,
        previousRecording: unusableRecordings.get(name),
        beginsNow: markBegun,
        resolve,
        reject,
      })
    })
    recordings.set(name, scenarioRecording)
    currentRun ??= performQueue()
    return scenarioRecording
  }
  return async (name) => {
    const fromMs = nowMs()
    usedStartsHere()?.uses(usedStartsOf(name))
    const checkedRecording = request(name)
    const recordAgain = async (): Promise<void> => {
      // Another check may already have requested a new recording.
      if (recordings.get(name) !== checkedRecording || unusableRecordings.has(name)) return
      recordings.delete(name)
      unusableRecordings.set(name, await checkedRecording.catch(() => undefined))
    }
    try {
      return await checkedRecording
    } catch (thrown) {
      rejectJitter(() => canary?.worst(fromMs, nowMs()) ?? 0)
      throw thrown
    } finally {
      currentCheck().measures({ discard: recordAgain })
    }
  }
}
