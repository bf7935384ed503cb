import { expect, refuses, rulesOf, says, test } from '#kit'
import { withMappings } from '../../../shared/authentication/configuration.ts'
import { tokens } from '../token-servers.ts'
import { nonStringValues } from './values.ts'

const section = 'AuthenticationConfiguration'

const { must, unspecified } = rulesOf({ document: 1, section })

const { claim, expression, made, none } = tokens.authenticators('uid', {
  claim: (plain) => withMappings(plain, { uid: { claim: 'id' } }),
  expression: (plain) => withMappings(plain, { uid: { expression: 'claims.id' } }),
  made: (plain) => withMappings(plain, { uid: { expression: "claims.realm + '/' + claims.id" } }),
  none: (plain) => plain,
})

must(
  'authn.jwt.uid-claim-is-a-string',
  { rows: ['ClaimOrExpression.claim', 'ClaimOrExpression.expression'], aspect: 'claim' },
  () => {
    says('The claim that uid.claim names supplies the uid as it is and must be a single string.')
    test('takes the uid from the claim', async () => {
      expect(await claim.user({ id: 'u-1' })).toMatchObject({ uid: 'u-1' })
    }).sees('uid-not-mapped')

    refuses
      .for(nonStringValues)('a token whose claim is %s', async (id) => {
        await claim.expectClaimsRefused({ id })
      })
      .sees('uid-claim-type-ignored')
  },
)

must(
  'authn.jwt.uid-expression-yields-a-string',
  { rows: ['ClaimOrExpression.claim', 'ClaimOrExpression.expression'], aspect: 'expression' },
  () => {
    says('The expression of uid supplies the uid and must yield a string.')
    test('takes the uid from an expression over two claims', async () => {
      expect(await made.user({ id: 'u-1', realm: 'north' })).toMatchObject({ uid: 'north/u-1' })
    }).sees('uid-not-mapped')

    refuses
      .for(nonStringValues)('a token for which the expression yields %s', async (id) => {
        await expression.expectClaimsRefused({ id })
      })
      .sees('uid-expression-type-ignored')

    refuses('a token for which the expression cannot be evaluated', async () => {
      await made.expectClaimsRefused({ id: 'u-1' })
    }).sees('mapping-error-means-empty')
  },
)

must('authn.jwt.uid-is-optional', 'uid', () => {
  says('Without uid in claimMappings the user has no uid.')
  test({ title: 'a user has no uid without a uid mapping', id: 'gives no uid' }, async () => {
    const { uid: given } = await none.user({ id: 'u-1', uid: 'u-1' })

    expect(given ?? '', 'the uid').toBe('')
  }).sees('uid-mapped-without-mapping')
})

unspecified('authn.jwt.missing-uid-claim', { row: 'uid', aspect: 'missing' }, () => {
  says('Unspecified: the result for a token without a value for the uid. The minimal payload has none.')
  test(
    { title: 'records the response to tokens without a uid', id: 'observes tokens without a uid' },
    async (check) => {
      const status = async (claims: object): Promise<number> =>
        (await claim.whoAmI(await claim.mint({ ...claims }))).status
      check.observe('status without the claim', await status({}))
      check.observe('status with an empty claim', await status({ id: '' }))
    },
  )
})
