import { rule, test } from '#harness/check/rule.ts'
import { expect } from '#harness/check/expect.ts'
import type { JwtAuthenticator } from '../../fixtures/authentication-configuration.ts'
import { subject } from '../../fixtures/authenticators.ts'

const section = 'AuthenticationConfiguration'
const ruled = (plain: JwtAuthenticator, ...claimValidationRules: readonly object[]): JwtAuthenticator => ({
  ...plain,
  claimValidationRules,
})

/** Claim validation rules that name a claim. */
export const requiredClaim = subject(
  {
    blue: (plain) => ruled(plain, { claim: 'team', requiredValue: 'blue' }),
    one: (plain) => ruled(plain, { claim: 'team', requiredValue: '1' }),
    yes: (plain) => ruled(plain, { claim: 'team', requiredValue: 'true' }),
    unset: (plain) => ruled(plain, { claim: 'team' }),
    dotted: (plain) => ruled(plain, { claim: 'team.name', requiredValue: 'blue' }),
  },
  ({ blue, one, yes, unset, dotted }) => {
    rule(
      {
        id: 'authn.jwt.required-claim-has-required-value',
        level: 'MUST',
        says: 'A token is accepted only if the claim of a validation rule is there and equals its requiredValue.',
        source: { document: 1, section, row: 'ClaimValidationRule.requiredValue' },
        faults: {
          'required-value-not-compared': [
            'refuses a token whose claim is another value',
            'refuses a token whose claim is the value in upper case',
            'refuses a token whose claim is the beginning of the value',
            'refuses a token whose claim is more than the value',
            'refuses a token whose claim is the value and a blank',
            'refuses a token whose claim is empty',
          ],
          'required-value-prefix-accepted': [
            'refuses a token whose claim is more than the value',
            'refuses a token whose claim is the value and a blank',
          ],
          'required-value-case-ignored': ['refuses a token whose claim is the value in upper case'],
          'required-value-trimmed': ['refuses a token whose claim is the value and a blank'],
          'many-entries-take-nobody': ['accepts a token whose claim is the required value'],
        },
      },
      () => {
        test('accepts a token whose claim is the required value', async () => {
          expect(await blue.user({ sub: 'alice', team: 'blue' })).toMatchObject({ username: 'alice' })
        })

        const nearMisses: Record<string, unknown> = {
          'another value': 'red',
          'the value in upper case': 'BLUE',
          'the beginning of the value': 'blu',
          'more than the value': 'bluest',
          'the value and a blank': 'blue ',
          empty: '',
        }

        test.for(nearMisses)('refuses a token whose claim is %s', async (team) => {
          await blue.expectClaimsRefused({ team })
        })
      },
    )

    rule(
      {
        id: 'authn.jwt.required-claim-is-present',
        level: 'MUST',
        says: 'A token is refused if the claim that a validation rule names is not in it; the name is a key, not a path.',
        source: { document: 1, section, row: 'ClaimValidationRule.claim' },
        faults: {
          'required-claim-missing-accepted': [
            'refuses a token that has not the claim',
            'refuses a token that has the parts of the name as nested objects',
          ],
          'claim-name-taken-as-path': ['refuses a token that has the parts of the name as nested objects'],
          'many-entries-take-nobody': [
            'accepts a token that has the claim',
            'accepts a token that has a claim with a dot in its name',
          ],
        },
      },
      () => {
        test('accepts a token that has the claim', async () => {
          expect(await blue.user({ sub: 'alice', team: 'blue' })).toMatchObject({ username: 'alice' })
        })

        test('refuses a token that has not the claim', async () => {
          await blue.expectClaimsRefused({})
        })

        test('accepts a token that has a claim with a dot in its name', async () => {
          expect(await dotted.user({ sub: 'alice', 'team.name': 'blue' })).toMatchObject({
            username: 'alice',
          })
        })

        test('refuses a token that has the parts of the name as nested objects', async () => {
          await dotted.expectClaimsRefused({ team: { name: 'blue' } })
        })
      },
    )

    rule(
      {
        id: 'authn.jwt.required-value-is-a-string',
        level: 'MUST',
        says: 'Only a string in the claim can equal requiredValue.',
        source: { document: 1, section, row: 'ClaimValidationRule.requiredValue: strings only' },
        faults: {
          'required-value-not-compared': [
            'refuses a token whose claim is a number',
            'refuses a token whose claim is a boolean',
            'refuses a token whose claim is a list that holds the value',
            'refuses a token whose claim is an object that holds the value',
          ],
          'required-value-found-in-list': ['refuses a token whose claim is a list that holds the value'],
          'required-value-converted-to-text': [
            'refuses a token whose claim is a number',
            'refuses a token whose claim is a boolean',
          ],
          'many-entries-take-nobody': [
            'accepts a token whose claim is a number in letters',
            'accepts a token whose claim is a boolean in letters',
          ],
        },
      },
      () => {
        const texts = {
          'a number in letters': { of: one, team: '1' },
          'a boolean in letters': { of: yes, team: 'true' },
        }

        test.for(texts)('accepts a token whose claim is %s', async ({ of, team }) => {
          expect(await of.user({ sub: 'alice', team })).toMatchObject({ username: 'alice' })
        })

        const others = {
          'is a number': { of: one, team: 1 },
          'is a boolean': { of: yes, team: true },
          'is a list that holds the value': { of: blue, team: ['blue'] },
          'is an object that holds the value': { of: blue, team: { name: 'blue' } },
        }

        test.for(others)('refuses a token whose claim %s', async ({ of, team }) => {
          await of.expectClaimsRefused({ team })
        })
      },
    )

    rule(
      {
        id: 'authn.jwt.unset-required-value-is-empty',
        level: 'MUST',
        says: 'With claim set and requiredValue unset, the claim must be there as an empty string.',
        source: { document: 1, section, row: 'ClaimValidationRule.requiredValue: unset' },
        faults: {
          'required-claim-missing-accepted': ['refuses a token whose claim is left out'],
          'required-value-not-compared': [
            'refuses a token whose claim has another value',
            'refuses a token whose claim is null',
            'refuses a token whose claim is false',
          ],
          'unset-required-value-accepts-any': [
            'refuses a token whose claim has another value',
            'refuses a token whose claim is null',
            'refuses a token whose claim is false',
          ],
          'unset-required-value-accepts-absence': ['refuses a token whose claim is left out'],
          'empty-required-value-refused': ['accepts a token whose claim is empty'],
          'many-entries-take-nobody': ['accepts a token whose claim is empty'],
        },
      },
      () => {
        test('accepts a token whose claim is empty', async () => {
          expect(await unset.user({ sub: 'alice', team: '' })).toMatchObject({ username: 'alice' })
        })

        const others = {
          'has another value': 'blue',
          'is left out': undefined,
          'is null': null,
          'is false': false,
        }

        test.for(others)('refuses a token whose claim %s', async (team) => {
          await unset.expectClaimsRefused({ team })
        })
      },
    )
  },
)
