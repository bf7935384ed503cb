import { accepts, expect, rulesOf, says } from '#kit'
import { mappedGroups } from '../../shared/authentication/authenticator.ts'
import { withMappings } from '../../shared/authentication/configuration.ts'
import { claimFamilies, expressionFamilies } from './cases.ts'
import { expressionsOver, failingInputs, passingInputs, inputName } from './family.ts'
import { extraKey, servers } from './servers.ts'

const { must } = rulesOf({ document: 1, section: 'What the service does' })

const key = extraKey('results')

const triedFamilies = Object.fromEntries(
  Object.entries({ ...expressionFamilies, ...claimFamilies }).map(([name, family], index) => {
    const digits = expressionsOver(family, (_example, each) => `claims.${inputName(each)}`)
      .map((expression) => `((${expression}) ? '1' : '0')`)
      .join(' + ')
    const { mapped } = servers.authenticators(`mapping-${index}`, {
      mapped: (plain) =>
        withMappings(plain, {
          username: { expression: `'user-' + ${digits}` },
          groups: { expression: `['group-' + ${digits}]` },
          uid: { expression: `'uid-' + ${digits}` },
          extra: [{ key, valueExpression: `'extra-' + ${digits}` }],
        }),
    })
    return [name, { mapped, family, fault: family.fault }]
  }),
)

const commonClaims = { 'example.org/id': { name: 'alice' } }

must('authn.expressions.mappings', { row: 'CEL expressions', aspect: 'of claim mappings' }, () => {
  says(
    'The mappings of the user name, the groups, the uid and the extra attributes take the operators, macros and functions of CEL.',
  )
  accepts
    .for(triedFamilies)('a token, and maps the values of expressions with %s', async ({ mapped, family }) => {
      const outcomes = [
        { inputs: passingInputs(family), digits: family.cases.map(() => '1').join('') },
        ...failingInputs(family).map(({ index, inputs }) => ({
          inputs,
          digits: family.cases.map((_case, each) => (each === index ? '0' : '1')).join(''),
        })),
      ]
      for (const { inputs, digits } of outcomes) {
        const user = await mapped.user({ ...commonClaims, ...inputs })
        expect({
          username: user.username,
          groups: mappedGroups(user),
          uid: user.uid,
          extra: user.extra?.[key],
        }).toEqual({
          username: `user-${digits}`,
          groups: [`group-${digits}`],
          uid: `uid-${digits}`,
          extra: [`extra-${digits}`],
        })
      }
    })
    .sees(({ fault }) => fault)
})
