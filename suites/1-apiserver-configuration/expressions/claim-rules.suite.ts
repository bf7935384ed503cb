import { accepts, expect, refuses, rulesOf, says } from '#kit'
import { claimFamilies, expressionFamilies } from './cases.ts'
import { expressionsOver, failingInputs, passingInputs, inputName } from './family.ts'
import { servers } from './servers.ts'

const { must } = rulesOf({ document: 1, section: 'What the service does' })

const triedFamilies = Object.fromEntries(
  Object.entries({ ...expressionFamilies, ...claimFamilies }).map(([name, family], index) => {
    const expressions = expressionsOver(family, (_example, each) => `claims.${inputName(each)}`)
    const { ruled } = servers.authenticators(`rule-${index}`, {
      ruled: (plain) => ({
        ...plain,
        claimValidationRules: expressions.map((expression) => ({ expression })),
      }),
    })
    return [name, { ruled, family, expressions, fault: family.fault }]
  }),
)

const commonClaims = { sub: 'alice', 'example.org/id': { name: 'alice' } }

must('authn.expressions.claim-rules', { row: 'CEL expressions', aspect: 'of claim validation rules' }, () => {
  says('Claim validation rules take the operators, macros and functions of CEL.')
  accepts
    .for(triedFamilies)('a token that meets rules with %s', async ({ ruled, family }) => {
      expect(await ruled.user({ ...commonClaims, ...passingInputs(family) })).toMatchObject({
        username: 'alice',
      })
    })
    .sees(({ fault }) => fault)

  refuses
    .for(triedFamilies)(
      {
        title: 'a token that does not meet one of the rules with %s',
        id: 'a token that fails one of the rules with %s',
      },
      async ({ ruled, family, expressions }) => {
        for (const { index, inputs } of failingInputs(family)) {
          const callerIdentity = await ruled.whoAmI(await ruled.mint({ ...commonClaims, ...inputs }))
          expect(
            { expression: expressions[index], username: callerIdentity.user?.username },
            'the user of the token',
          ).not.toMatchObject({ username: 'alice' })
        }
      },
    )
    .sees('claim-rule-expression-ignored')
})
