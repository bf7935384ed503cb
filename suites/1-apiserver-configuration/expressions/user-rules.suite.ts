import { accepts, expect, refuses, rulesOf, says } from '#kit'
import { userRuled } from '../authentication/rules/refused-users.ts'
import { families, typedFamilies } from './cases.ts'
import { expressionsOver, failing, holding, inputName } from './family.ts'
import { extraKey, servers } from './servers.ts'

const { must } = rulesOf({
  document: 1,
  section: 'What the service does',
  open: 'userValidationRule.variable',
})

const tried = Object.fromEntries(
  Object.entries({ ...families, ...typedFamilies }).map(([name, family], index) => {
    const { ruled } = servers.authenticators(`user-${index}`, {
      ruled: userRuled(
        (user) =>
          expressionsOver(family, ({ holds }, each) => {
            const values = `${user}.extra['${extraKey(inputName(each))}']`
            return Array.isArray(holds) ? values : `${values}[0]`
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
 * Macros over the groups, which have a static type only here, and a user for whom only the respective one is false.
 */
const overGroups = [
  { expression: "groups.all(g, !g.startsWith('system:'))", teams: ['dev', 'ops', 'system:masters'] },
  { expression: "groups.exists(g, g == 'ops')", teams: ['dev', 'opsy'] },
  { expression: "groups.exists_one(g, g.startsWith('d'))", teams: ['dev', 'ops', 'dba'] },
  { expression: "groups.filter(g, g.endsWith('-admin')).size() == 0", teams: ['dev', 'ops', 'x-admin'] },
  { expression: "!('root!' in groups.map(g, g + '!'))", teams: ['dev', 'ops', 'root'] },
]

const { grouped } = servers.authenticators('user-groups', {
  grouped: userRuled(
    (user) =>
      overGroups.map(({ expression }) => ({
        expression: expression.replace('groups', () => `${user}.groups`),
      })),
    { groups: { claim: 'teams', prefix: '' } },
  ),
})

must('authn.expressions.user-rules', { row: 'CEL expressions', aspect: 'of user validation rules' }, () => {
  says('User validation rules take the operators, macros and functions of CEL.')
  accepts
    .for(tried)('a token whose user meets rules with %s', async ({ ruled, family }) => {
      expect(await ruled.user({ sub: 'alice', ...holding(family) })).toMatchObject({ username: 'alice' })
    })
    .sees(({ fault }) => fault)

  refuses
    .for(tried)('a token whose user fails one of the rules with %s', async ({ ruled, family }) => {
      for (const { inputs } of failing(family)) await ruled.expectClaimsRefused({ sub: 'alice', ...inputs })
    })
    .sees('user-rules-ignored')

  accepts('a token whose groups meet rules with macros', async () => {
    expect(await grouped.user({ sub: 'alice', teams: ['dev', 'ops'] })).toMatchObject({ username: 'alice' })
  }).sees('expressions-lack-macros')

  refuses('a token whose groups fail one of the rules with macros', async () => {
    for (const { teams } of overGroups) await grouped.expectClaimsRefused({ sub: 'alice', teams })
  }).sees('user-rules-ignored')
})
