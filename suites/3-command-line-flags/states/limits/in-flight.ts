import { type HeldRequest, until } from '#kit'
import { type HeldInStore, holdInStore } from '../holds.ts'
import type { StateFixture } from '../fixture.ts'

/** Long enough for a request of the server itself to release the only seat. */
export const seatWithinMs = 3_000

/** Puts a request in flight, and retries if it was rejected. */
export async function putInFlight(fixture: StateFixture, about: HeldInStore): Promise<HeldRequest> {
  let heldRequest: HeldRequest | undefined
  let reason: unknown
  const isHeld = async (): Promise<boolean> => {
    heldRequest = await holdInStore(fixture, about).catch((thrown: unknown) => {
      reason = thrown
      return undefined
    })
    return heldRequest !== undefined
  }
  await until(isHeld, { withinMs: seatWithinMs, what: '' }).catch(() => {})
  if (heldRequest === undefined) throw reason
  return heldRequest
}
