import { accepts, expect, formerly, refuses, rulesOf, says, test } from '#kit'
import { audience, severalAudiences, withIssuer } from '../../../shared/authentication/configuration.ts'
import { tokens } from '../token-servers.ts'

const { must, unspecified } = rulesOf({ document: 1, section: 'AuthenticationConfiguration' })

const audienceList = ['north', 'south', 'east']

const { named, strict } = tokens.authenticators('audience-match-policy', {
  named: (plain, _issuer, { dialect }) => {
    const { audienceMatchPolicy: policy } = dialect.open
    return withIssuer(plain, policy === undefined ? {} : { audienceMatchPolicy: policy })
  },
  strict: (plain, _issuer, { dialect }) => ({
    ...severalAudiences(plain, audienceList, dialect),
    claimValidationRules: [{ expression: `sets.equivalent(claims.aud, ${JSON.stringify(audienceList)})` }],
  }),
})

unspecified('authn.jwt.audience-match-policy-values', 'audienceMatchPolicy', () => {
  says('Unspecified: which values issuer.audienceMatchPolicy takes.')
  test(
    {
      title: 'records which audiences are accepted under the audienceMatchPolicy of the dialect',
      id: 'observes how audiences are compared under the policy that the dialect names',
    },
    async (check) => {
      const status = async (aud: readonly string[]): Promise<number> =>
        (await named.whoAmI(await named.mint({ aud }))).status
      check.observe('policy', check.dialect.open.audienceMatchPolicy ?? 'unset')
      check.observe('status for aud with the audience', await status([audience]))
      check.observe('status for aud with the audience and a stranger', await status([audience, 'stranger']))
    },
  )
})

must(
  'authn.jwt.audiences-compared-as-sets',
  { row: 'audienceMatchPolicy', aspect: 'stricter checks' },
  () => {
    says(
      'A claim validation expression with a set-equivalence test on claims.aud checks audiences more strictly.',
    )
    const equalSets = {
      'contains all audiences in their order': formerly('holds all audiences in their order', audienceList),
      'contains all audiences in another order': formerly(
        'holds all audiences in another order',
        audienceList.toReversed(),
      ),
      'contains an audience twice': formerly('holds an audience twice', [...audienceList, 'north']),
    }

    accepts
      .for(equalSets)('a token whose aud %s', async (aud) => {
        expect(await strict.user({ sub: 'alice', aud })).toMatchObject({ username: 'alice' })
      })
      .sees('set-functions-refused')

    const differentSets = {
      'lacks an audience': audienceList.slice(1),
      'has an unknown audience in addition to all configured ones': formerly(
        'holds a stranger beside all audiences',
        [...audienceList, 'west'],
      ),
    }

    refuses
      .for(differentSets)('a token whose aud %s', async (aud) => {
        await strict.expectClaimsRefused({ aud })
      })
      .sees('set-functions-refused')
  },
)
