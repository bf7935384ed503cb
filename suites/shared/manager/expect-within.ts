import { becomesTrue, expect, type UntilOptions } from '#kit'

/** Expects a required event within a limit. Its absence breaks the rule. */
export async function expectWithin(fact: () => boolean, { withinMs, what }: UntilOptions): Promise<void> {
  expect(await becomesTrue(fact, withinMs), what).toBe(true)
}
