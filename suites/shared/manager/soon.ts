import { comesTrue, expect, type UntilOptions } from '#kit'

/** Expects a required event within a limit. Its absence breaks the rule. */
export async function expectSoon(fact: () => boolean, { withinMs, what }: UntilOptions): Promise<void> {
  expect(await comesTrue(fact, withinMs), what).toBe(true)
}
