import { expect } from '#harness/check/expect.ts'
import { comesTrue, type UntilOptions } from '#harness/machine/until.ts'

/** Expects something that a rule demands to happen within a limit: that it does not breaks the rule. */
export async function expectSoon(fact: () => boolean, { withinMs, what }: UntilOptions): Promise<void> {
  expect(await comesTrue(fact, withinMs), what).toBe(true)
}
