import { rule, test } from '#harness/check/rule.ts'
import { expect } from '#harness/check/expect.ts'
import { type JwtAuthenticator, withMappings } from '../../fixtures/authentication-configuration.ts'
import { subject } from '../../fixtures/authenticators.ts'
import { notStrings } from './values.ts'

const section = 'AuthenticationConfiguration'
const named = (plain: JwtAuthenticator, username: object): JwtAuthenticator =>
  withMappings(plain, { username })

/** `claimMappings.username`. */
export const username = subject(
  {
    login: (plain) => named(plain, { claim: 'login', prefix: '' }),
    prefixed: (plain) => named(plain, { claim: 'login', prefix: 'p:' }),
    dashed: (plain) => named(plain, { claim: 'login', prefix: '-' }),
    odd: (plain) => named(plain, { claim: 'login', prefix: 'ünï $1 %s/#' }),
    joined: (plain) => named(plain, { expression: "claims.login + '@' + claims.realm" }),
    free: (plain) => named(plain, { expression: 'claims.login' }),
  },
  ({ login, prefixed, dashed, odd, joined, free }) => {
    rule(
      {
        id: 'authn.jwt.username-claim-is-a-string',
        level: 'MUST',
        says: 'The claim that username.claim names supplies the user name and must be a single string.',
        source: { document: 1, section, row: 'ClaimMappings.username' },
        faults: {
          'username-claim-missing-accepted': ['refuses a token that has not the claim'],
          'username-claim-number-accepted': ['refuses a token whose claim is a number'],
          'username-claim-boolean-accepted': ['refuses a token whose claim is a boolean'],
          'username-claim-list-accepted': ['refuses a token whose claim is a list of one string'],
          'many-entries-take-nobody': ['takes the user name from the claim'],
          'username-claim-null-accepted': ['refuses a token whose claim is null'],
          'username-claim-object-accepted': ['refuses a token whose claim is an object'],
        },
      },
      () => {
        test('takes the user name from the claim', async () => {
          expect(await login.user({ login: 'alice', sub: 'bob' })).toMatchObject({ username: 'alice' })
        })

        test.for(notStrings)('refuses a token whose claim is %s', async (value) => {
          await login.expectClaimsRefused({ login: value })
        })

        test('refuses a token that has not the claim', async () => {
          await login.expectClaimsRefused({})
        })
      },
    )

    rule(
      {
        id: 'authn.jwt.username-prefix-is-put-before',
        level: 'MUST',
        says: 'username.prefix is put before the value of the claim as it is; no prefix has a special meaning.',
        source: { document: 1, section, row: 'PrefixedClaimOrExpression: prefix' },
        faults: {
          'username-prefix-omitted': [
            'puts a prefix before the claim',
            'puts a dash as prefix before the claim',
            'puts a prefix of odd characters before the claim',
            'puts the prefix before a claim that begins with it already',
          ],
          'username-prefix-not-repeated': ['puts the prefix before a claim that begins with it already'],
          'username-dash-prefix-dropped': ['puts a dash as prefix before the claim'],
          'many-entries-take-nobody': [
            'puts a prefix before the claim',
            'puts a dash as prefix before the claim',
            'puts a prefix of odd characters before the claim',
            'puts an empty prefix before the claim',
            'puts the prefix before a claim that begins with it already',
          ],
        },
      },
      () => {
        const prefixes = {
          'a prefix': { of: prefixed, prefix: 'p:' },
          'a dash as prefix': { of: dashed, prefix: '-' },
          'a prefix of odd characters': { of: odd, prefix: 'ünï $1 %s/#' },
          'an empty prefix': { of: login, prefix: '' },
        }

        test.for(prefixes)('puts %s before the claim', async ({ of, prefix }) => {
          expect(await of.user({ login: 'alice' })).toMatchObject({ username: `${prefix}alice` })
        })

        test('puts the prefix before a claim that begins with it already', async () => {
          expect(await prefixed.user({ login: 'p:alice' })).toMatchObject({ username: 'p:p:alice' })
        })
      },
    )

    rule(
      {
        id: 'authn.jwt.username-expression-yields-a-string',
        level: 'MUST',
        says: 'The expression of username supplies the user name and must yield a string.',
        source: { document: 1, section, row: 'ClaimMappings.username: expression' },
        faults: {
          'username-expression-type-ignored': [
            'refuses a token for which the expression yields a number',
            'refuses a token for which the expression yields a boolean',
            'refuses a token for which the expression yields a list of one string',
            'refuses a token for which the expression yields an object',
            'refuses a token for which the expression yields null',
          ],
          'many-entries-take-nobody': [
            'takes the user name from an expression over two claims',
            'takes the user name from an expression that is a claim',
          ],
          'mapping-error-means-empty': ['refuses a token for which the expression cannot be evaluated'],
        },
      },
      () => {
        test('takes the user name from an expression over two claims', async () => {
          expect(await joined.user({ login: 'alice', realm: 'north' })).toMatchObject({
            username: 'alice@north',
          })
        })

        test('takes the user name from an expression that is a claim', async () => {
          expect(await free.user({ login: 'alice' })).toMatchObject({ username: 'alice' })
        })

        test.for(notStrings)('refuses a token for which the expression yields %s', async (value) => {
          await free.expectClaimsRefused({ login: value })
        })

        test('refuses a token for which the expression cannot be evaluated', async () => {
          await joined.expectClaimsRefused({ login: 'alice' })
        })
      },
    )

    rule(
      {
        id: 'authn.jwt.empty-username',
        level: 'UNSPECIFIED',
        says: 'What an empty string as user name comes to is open.',
        source: { document: 1, section, row: 'ClaimMappings.username' },
      },
      () => {
        test('observes tokens with an empty user name', async (check) => {
          const status = async (of: typeof login): Promise<number> =>
            (await of.whoAmI(await of.mint({ login: '' }))).status
          check.observe('status for an empty claim', await status(login))
          check.observe('status for an expression that yields the empty string', await status(free))
        })
      },
    )
  },
)
