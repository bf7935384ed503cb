import { type Hold, until } from '#kit'
import { type HeldInStore, holdInStore } from '../holds.ts'
import type { World } from '../world.ts'

/** A request of the server itself can use the only seat for a moment. */
export const seatWithinMs = 3_000

/** Puts a request in flight, and retries if it was rejected. */
export async function inFlight(world: World, about: HeldInStore): Promise<Hold> {
  let hold: Hold | undefined
  let reason: unknown
  const isHeld = async (): Promise<boolean> => {
    hold = await holdInStore(world, about).catch((thrown: unknown) => {
      reason = thrown
      return undefined
    })
    return hold !== undefined
  }
  await until(isHeld, { withinMs: seatWithinMs, what: '' }).catch(() => {})
  if (hold === undefined) throw reason
  return hold
}
