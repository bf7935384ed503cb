import { expect, test } from 'vitest'
import type { CheckEvent } from '../events.ts'
import { runCli } from '../testing/run-cli.ts'

/**
 * Returns the verdict and the reason of the one check of a rule, tested on a program that responds `ok` to every
 * request.
 */
async function resultOf(rule: string): Promise<{ code: number | null; verdict?: string; reason?: string }> {
  const { code, events } = await runCli('unfit', ['run', '--only', rule])
  const check = events.find((event): event is CheckEvent => event.type === 'check')
  return { code, ...(check && { verdict: check.verdict, reason: check.reason ?? '' }) }
}

test.for([
  [
    'a response that is not JSON',
    'unfit.text',
    4,
    'untestable',
    /^What the program answered has not the form/,
  ],
  [
    'a response without the counted member',
    'unfit.form',
    4,
    'untestable',
    /TypeError: Cannot read properties/,
  ],
  ['a response of a type that the matcher does not accept', 'unfit.value', 1, 'broken', /^expected/],
  ['a program that uses up the time of a check', 'unfit.time', 4, 'untestable', /did not end within 1500 ms/],
] as const)('%s is not a harness fault', async ([, rule, code, verdict, reason]) => {
  expect(await resultOf(rule)).toEqual({ code, verdict, reason: expect.stringMatching(reason) as string })
})
