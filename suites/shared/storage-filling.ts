import type { Attempt, RunningProgram } from '#kit/launch.ts'
import type { ServerStorage } from './storage.ts'

/** State of a store that several servers share. */
interface Filling {
  isFilled: boolean
  lastStart: Promise<unknown>
}

const fillings = new WeakMap<ServerStorage, Filling>()

/**
 * Starts servers that share a store one after the other until one of them is ready. Later servers find the initial
 * objects, such as the addresses of services. Two servers that create them concurrently may fail.
 */
export async function fillOnce<P extends RunningProgram>(
  storage: ServerStorage,
  attempt: () => Promise<Attempt<P>>,
): Promise<Attempt<P>> {
  const lastFilling = fillings.get(storage) ?? { isFilled: false, lastStart: Promise.resolve() }
  fillings.set(storage, lastFilling)
  if (lastFilling.isFilled) return attempt()
  const attemptResult = lastFilling.lastStart.then(attempt)
  lastFilling.lastStart = attemptResult.then(
    ({ outcome }) => {
      lastFilling.isFilled ||= outcome === 'ready'
    },
    () => {},
  )
  return attemptResult
}
