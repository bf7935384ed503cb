import { expect } from '#harness/check/expect.ts'
import { isTurnedAway, type WhoAmI } from '#harness/programs/reviews.ts'

/** The server takes the bearer of a token for nobody, with whatever status it says so. */
export function expectTurnedAway(seen: WhoAmI): void {
  expect(isTurnedAway(seen) ? 'turned away' : seen, 'what becomes of the token').toBe('turned away')
}
