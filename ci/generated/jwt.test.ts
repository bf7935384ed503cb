import { expect, test } from 'vitest'
import { coverageOf as countVisits } from '#harness/generate/coverage.ts'
import jwtFaults from '../../reference/apiserver/authentication/jwt/faults.json' with { type: 'json' }
import { jwtCases } from '../../suites/generated/jwt/draw.ts'
import type { JwtCase } from '../../suites/generated/jwt/model.ts'
import { expectedVerdict } from '../../suites/generated/jwt/oracle.ts'
import { comparableVerdict } from '../../suites/generated/jwt/token-values.ts'
import { coverable, coverageOf } from '../../suites/generated/jwt/coverage.ts'
import { withFaults } from '../../reference/testing/with-faults.ts'
import { evaluateByReference } from './testing/jwt.ts'
import {
  drawCases,
  shrinkDetectingCase,
  expectedShrinkResult,
  undetectedFaults,
  maxUndetectedShare,
} from './testing/seen-faults.ts'

const cases = drawCases(jwtCases, 'generated.jwt.tokens', 1_200)

/**
 * Returns the part of a case that the functions of the reference can evaluate, with the oracle's verdicts on its
 * tokens.
 */
function evaluablePart({ authenticator, tokens }: JwtCase): {
  readonly one: JwtCase
  readonly expected: readonly unknown[]
} {
  const signedTokens = tokens.filter(({ signature }) => signature === 'by the issuer')
  const expected = signedTokens.map((token) => comparableVerdict(expectedVerdict(authenticator, token)))
  return { one: { authenticator, tokens: signedTokens }, expected }
}

const evaluableParts = new Map(cases.map((one) => [one, evaluablePart(one)]))

/** Returns the tokens of a case about which the oracle and the reference disagree. */
async function disagreements(drawnCase: JwtCase): Promise<unknown[]> {
  const { one, expected } = evaluableParts.get(drawnCase) ?? evaluablePart(drawnCase)
  const actual = await evaluateByReference(one)
  return one.tokens.flatMap((token, at) => {
    if (expected[at] === 'open' || JSON.stringify(expected[at]) === JSON.stringify(actual[at])) return []
    return [{ authenticator: one.authenticator, token, expected: expected[at], actual: actual[at] }]
  })
}

test('the oracle of tokens and the reference agree', async () => {
  const mismatches: unknown[] = []
  for (const testCase of cases) mismatches.push(...(await disagreements(testCase)))

  expect(mismatches.slice(0, 3)).toEqual([])
})

test('drawn cases cover all categories', () => {
  const visits = countVisits({ coverage: coverageOf, coverable }, cases)

  expect(Object.entries(visits).filter(([, count]) => count === 0)).toEqual([])
  expect(visits['accepted'] ?? 0).toBeGreaterThan(cases.length / 3)
  expect(visits['refused'] ?? 0).toBeGreaterThan(cases.length / 3)
})

// Faults that show only in signatures, in discovery documents and other connections, with several issuers of one
// server, in messages (the order of steps), in flags, or in expressions that may also be rejected at startup.
const otherFaults =
  /oidc|signature|alg|certificate|system|egress|discovery|entry|entries|message|shared-secret|host-name|keys-shared|dead-issuer|claim-rule-non-boolean|mappings-before|claim-rules-(?:before|after)/

test('drawn tokens detect nearly every fault of token authentication', { timeout: 120_000 }, async () => {
  const faults = Object.keys(jwtFaults).filter((name) => !otherFaults.test(name))
  const survivors = await undetectedFaults(faults, cases, async (testCase, fault) => {
    return (await withFaults([fault], () => disagreements(testCase))).length > 0
  })

  expect(survivors.length, survivors.join(', ')).toBeLessThan(maxUndetectedShare * faults.length)
})

test.each([
  'groups-prefix-on-first-only',
  'only-last-claim-rule-applied',
  'aud-prefix-accepted',
  'one-user-rule-suffices',
] as const)('a case that detects %s shrinks within a few starts', async (fault) => {
  const shrinkResult = await shrinkDetectingCase(
    jwtCases,
    'generated.jwt.tokens',
    async (one) => (await withFaults([fault], () => disagreements(one))).length > 0,
  )

  expect(shrinkResult).toEqual(expectedShrinkResult)
})
