import type { Attempt } from '#harness/launch/attempt.ts'
import type { RunningProgram } from '#harness/launch/running.ts'
import type { ServerStorage } from './storage.ts'

/** How far a store is that several servers share. */
interface Filling {
  isFilled: boolean
  last: Promise<unknown>
}

const fillings = new WeakMap<ServerStorage, Filling>()

/**
 * Has servers that share a store tried one after the other until one of them was ready. What each makes sure of at its
 * start, of the addresses of services say, is there after that; two that make it at one time may end each other's attempt.
 */
export async function oneFills<P extends RunningProgram>(
  storage: ServerStorage,
  attempt: () => Promise<Attempt<P>>,
): Promise<Attempt<P>> {
  const filling = fillings.get(storage) ?? { isFilled: false, last: Promise.resolve() }
  fillings.set(storage, filling)
  if (filling.isFilled) return attempt()
  const tried = filling.last.then(attempt)
  filling.last = tried.then(
    ({ outcome }) => {
      filling.isFilled ||= outcome === 'ready'
    },
    () => {},
  )
  return tried
}
