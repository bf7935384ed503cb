import { expect } from '#kit'
import { isTurnedAway, type WhoAmI } from '#harness/programs/reviews.ts'

/** Expects that the server rejects a token, with any status. */
export function expectTurnedAway(seen: WhoAmI): void {
  expect(isTurnedAway(seen) ? 'turned away' : seen, 'what becomes of the token').toBe('turned away')
}
