import { accepts, expect, refuses, rulesOf, says } from '#kit'
import { withUserRules } from '../authentication/rules/refused-users.ts'
import { expressionFamilies, typedFamilies } from './cases.ts'
import { expressionsOver, failingInputs, passingInputs, inputName } from './family.ts'
import { extraKey, servers } from './servers.ts'

const { must } = rulesOf({
  document: 1,
  section: 'What the service does',
  open: 'userValidationRule.variable',
})

const triedFamilies = Object.fromEntries(
  Object.entries({ ...expressionFamilies, ...typedFamilies }).map(([name, family], index) => {
    const { ruled } = servers.authenticators(`user-${index}`, {
      ruled: withUserRules(
        (user) =>
          expressionsOver(family, ({ passingInput }, each) => {
            const values = `${user}.extra['${extraKey(inputName(each))}']`
            return Array.isArray(passingInput) ? values : `${values}[0]`
          }).map((expression) => ({ expression })),
        {
          extra: family.cases.map((_case, each) => ({
            key: extraKey(inputName(each)),
            valueExpression: `claims.${inputName(each)}`,
          })),
        },
      ),
    })
    return [name, { ruled, family, fault: family.fault }]
  }),
)

/**
 * Macros over groups, which have a static type only in user rules, each with a user for whom only this macro is false.
 */
const groupCases = [
  { expression: "groups.all(g, !g.startsWith('system:'))", teams: ['dev', 'ops', 'system:masters'] },
  { expression: "groups.exists(g, g == 'ops')", teams: ['dev', 'opsy'] },
  { expression: "groups.exists_one(g, g.startsWith('d'))", teams: ['dev', 'ops', 'dba'] },
  { expression: "groups.filter(g, g.endsWith('-admin')).size() == 0", teams: ['dev', 'ops', 'x-admin'] },
  { expression: "!('root!' in groups.map(g, g + '!'))", teams: ['dev', 'ops', 'root'] },
]

const { grouped } = servers.authenticators('user-groups', {
  grouped: withUserRules(
    (user) =>
      groupCases.map(({ expression }) => ({
        expression: expression.replace('groups', () => `${user}.groups`),
      })),
    { groups: { claim: 'teams', prefix: '' } },
  ),
})

must('authn.expressions.user-rules', { row: 'CEL expressions', aspect: 'of user validation rules' }, () => {
  says('User validation rules take the operators, macros and functions of CEL.')
  accepts
    .for(triedFamilies)('a token whose user meets rules with %s', async ({ ruled, family }) => {
      expect(await ruled.user({ sub: 'alice', ...passingInputs(family) })).toMatchObject({
        username: 'alice',
      })
    })
    .sees(({ fault }) => fault)

  refuses
    .for(triedFamilies)('a token whose user fails one of the rules with %s', async ({ ruled, family }) => {
      for (const { inputs } of failingInputs(family))
        await ruled.expectClaimsRefused({ sub: 'alice', ...inputs })
    })
    .sees('user-rules-ignored')

  accepts('a token whose groups meet rules with macros', async () => {
    expect(await grouped.user({ sub: 'alice', teams: ['dev', 'ops'] })).toMatchObject({ username: 'alice' })
  }).sees('expressions-lack-macros')

  refuses(
    {
      title: 'a token whose groups do not meet one of the rules with macros',
      id: 'a token whose groups fail one of the rules with macros',
    },
    async () => {
      for (const { teams } of groupCases) await grouped.expectClaimsRefused({ sub: 'alice', teams })
    },
  ).sees('user-rules-ignored')
})
