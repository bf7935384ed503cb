import { expect } from '#kit'
import { isUnauthenticated, type CallerIdentity } from '#harness/programs/reviews.ts'

/** Expects that the server rejects a token, with any status. */
export function expectUnauthenticated(caller: CallerIdentity): void {
  expect(isUnauthenticated(caller) ? 'turned away' : caller, 'what becomes of the token').toBe('turned away')
}
