import { expect as vitestExpect, test } from 'vitest'
import { runAsCheck } from '../testing/bare-check.ts'
import { expect } from './expect.ts'
import { outcomeOfFailure } from './outcome.ts'

const reasonOf = async (body: () => unknown): Promise<string> => {
  const errorOf: unknown = await runAsCheck('rule/the-server-spares-zone-10', async () => body()).then(
    () => undefined,
    (error: unknown) => error,
  )
  return outcomeOfFailure('MUST', errorOf).reason
}

const decisionComparison = {
  decision: { verdict: 'deny', reason: 'because the second authorizer has the last word here' },
}

test.each<[string, () => unknown, string]>([
  [
    'long values completely',
    () => expect(decisionComparison).toEqual({ decision: { verdict: 'allow' } }),
    'expected {"decision":{"verdict":"deny","reason":"because the second authorizer has the last word here"}} to equal {"decision":{"verdict":"allow"}}',
  ],
  [
    'the subject of the values, if the check names a subject',
    () => expect('refused', 'what alice may do').toBe('allowed'),
    'what alice may do: expected "refused" to be "allowed"',
  ],
  [
    'the subject of a boolean',
    () => expect(false).toBe(true),
    'the server spares zone 10: expected false to be true',
  ],
  ['the excluded value of a negated comparison', () => expect(3).not.toBe(3), 'expected 3 not to be 3'],
  ['a missing value', () => expect(undefined).toBeDefined(), 'expected undefined to be defined'],
  [
    'patterns in words',
    () => expect({ status: 201 }).toMatchObject({ status: vitestExpect.any(String) }),
    'expected {"status":201} to match object {"status":"Any<String>"}',
  ],
])('the reason of a failed check states %s', async (_what, body, reason) => {
  vitestExpect(await reasonOf(body)).toBe(reason)
})

test('the reason of a failed comparison contains no terminal escapes', async () => {
  const colouredComparison = async (): Promise<void> => {
    await expect(Promise.resolve(decisionComparison)).resolves.toEqual({})
    throw new Error('\u001b[31mred\u001b[39m')
  }

  // eslint-disable-next-line no-control-regex
  vitestExpect(await reasonOf(colouredComparison)).not.toMatch(/\u001b/)
  vitestExpect(outcomeOfFailure('MUST', new Error('\u001b[31mred\u001b[39m')).reason).toContain('red')
})
