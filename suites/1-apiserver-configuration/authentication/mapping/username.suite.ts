import { formerly, expect, refuses, rulesOf, says, seeing, test } from '#kit'
import { type JwtAuthenticator, withMappings } from '../../../shared/authentication/configuration.ts'
import { tokens } from '../token-servers.ts'
import { jsonType, nonStringValues } from './values.ts'

const section = 'AuthenticationConfiguration'

const { must, unspecified } = rulesOf({ document: 1, section })

const withUsernameMapping = (plain: JwtAuthenticator, username: object): JwtAuthenticator =>
  withMappings(plain, { username })

const { login, prefixed, dashed, odd, joined, free } = tokens.authenticators('username', {
  login: (plain) => withUsernameMapping(plain, { claim: 'login', prefix: '' }),
  prefixed: (plain) => withUsernameMapping(plain, { claim: 'login', prefix: 'p:' }),
  dashed: (plain) => withUsernameMapping(plain, { claim: 'login', prefix: '-' }),
  odd: (plain) => withUsernameMapping(plain, { claim: 'login', prefix: 'ünï $1 %s/#' }),
  joined: (plain) => withUsernameMapping(plain, { expression: "claims.login + '@' + claims.realm" }),
  free: (plain) => withUsernameMapping(plain, { expression: 'claims.login' }),
})

must('authn.jwt.username-claim-is-a-string', 'username', () => {
  says('The claim that username.claim names supplies the user name and must be a single string.')
  test('takes the user name from the claim', async () => {
    expect(await login.user({ login: 'alice', sub: 'bob' })).toMatchObject({ username: 'alice' })
  }).sees('many-entries-take-nobody')

  refuses
    .for(nonStringValues)('a token whose claim is %s', async (value) => {
      await login.expectClaimsRefused({ login: value })
    })
    .sees((value) => `username-claim-${jsonType(value)}-accepted`)

  refuses({ title: 'a token without the claim', id: 'a token that has not the claim' }, async () => {
    await login.expectClaimsRefused({})
  }).sees('username-claim-missing-accepted')
})

must(
  'authn.jwt.username-prefix-is-put-before',
  {
    rows: [
      'PrefixedClaimOrExpression.claim',
      'PrefixedClaimOrExpression.prefix',
      'PrefixedClaimOrExpression.expression',
    ],
    aspect: 'prefix',
  },
  () => {
    says('username.prefix is put before the value of the claim as it is; no prefix has a special meaning.')
    const prefixes = {
      'a prefix': seeing(['username-prefix-omitted'], { of: prefixed, prefix: 'p:' }),
      'a dash as prefix': seeing(['username-dash-prefix-dropped'], {
        of: dashed,
        prefix: '-',
      }),
      'a prefix of special characters': formerly(
        'a prefix of odd characters',
        seeing(['username-prefix-omitted'], {
          of: odd,
          prefix: 'ünï $1 %s/#',
        }),
      ),
      'an empty prefix': { of: login, prefix: '' },
    }

    test
      .for(prefixes)('puts %s before the claim', async ({ of, prefix }) => {
        expect(await of.user({ login: 'alice' })).toMatchObject({ username: `${prefix}alice` })
      })
      .sees('many-entries-take-nobody')

    test(
      {
        title: 'puts the prefix before a claim that already begins with the prefix',
        id: 'puts the prefix before a claim that begins with it already',
      },
      async () => {
        expect(await prefixed.user({ login: 'p:alice' })).toMatchObject({ username: 'p:p:alice' })
      },
    ).sees('username-prefix-not-repeated')
  },
)

must('authn.jwt.username-expression-yields-a-string', { row: 'username', aspect: 'expression' }, () => {
  says('The expression of username supplies the user name and must yield a string.')
  test('takes the user name from an expression over two claims', async () => {
    expect(await joined.user({ login: 'alice', realm: 'north' })).toMatchObject({
      username: 'alice@north',
    })
  }).sees('many-entries-take-nobody')

  test(
    {
      title: 'takes the user name from an expression that consists of one claim',
      id: 'takes the user name from an expression that is a claim',
    },
    async () => {
      expect(await free.user({ login: 'alice' })).toMatchObject({ username: 'alice' })
    },
  ).sees('many-entries-take-nobody')

  refuses
    .for(nonStringValues)('a token for which the expression yields %s', async (value) => {
      await free.expectClaimsRefused({ login: value })
    })
    .sees('username-expression-type-ignored')

  refuses('a token for which the expression cannot be evaluated', async () => {
    await joined.expectClaimsRefused({ login: 'alice' })
  }).sees('mapping-error-means-empty')
})

unspecified('authn.jwt.empty-username', 'username', () => {
  says('Unspecified: the effect of an empty user name.')
  test(
    {
      title: 'records the response to tokens with an empty user name',
      id: 'observes tokens with an empty user name',
    },
    async (check) => {
      const status = async (of: typeof login): Promise<number> =>
        (await of.whoAmI(await of.mint({ login: '' }))).status
      check.observe('status for an empty claim', await status(login))
      check.observe('status for an expression that yields the empty string', await status(free))
    },
  )
})
