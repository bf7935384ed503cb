import { expect } from '#harness/check/expect.ts'
import { comesTrue, type UntilOptions } from '#harness/machine/until.ts'

/** Expects a required event within a limit. Its absence breaks the rule. */
export async function expectSoon(fact: () => boolean, { withinMs, what }: UntilOptions): Promise<void> {
  expect(await comesTrue(fact, withinMs), what).toBe(true)
}
