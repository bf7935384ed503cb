import { refuses, rulesOf, says } from '#kit'
import { completeFile, completeTwin, entries } from '../../../shared/authentication/complete-file.ts'
import { validKeys } from '#documents/1/authentication-extra.ts'
import { expectRejectsTokens } from './rejects-tokens.ts'
import { configurationFile } from '../../../shared/configuration/configuration-file.ts'
import { sharedOidcHost } from '../../../shared/peers.ts'

const { must } = rulesOf({
  document: 1,
  section: 'What the service does',
  overlaps: true,
  twin: completeTwin,
})

const files = configurationFile({ kind: 'authentication', peer: sharedOidcHost(), base: completeFile })
const entry = `jwt.${entries.expressions}`

/** Fields with expressions. `fault` completes the names of the faults that do not evaluate the field. */
const fields = {
  'a claim validation rule': { path: 'claimValidationRules.0.expression', fault: 'claim-rule' },
  'the username': { path: 'claimMappings.username.expression', fault: 'username' },
  'the groups': { path: 'claimMappings.groups.expression', fault: 'groups' },
  'the uid': { path: 'claimMappings.uid.expression', fault: 'uid' },
  'an extra value': { path: 'claimMappings.extra.0.valueExpression', fault: 'extra' },
  'a user validation rule': { path: 'userValidationRules.0.expression', fault: 'user-rule' },
} as const

/** Later entries of lists with expressions. `fault` completes the names of their faults. */
const laterRules = {
  'the second of two claim validation rules': {
    changes: (expression: string) => ({ [`${entry}.claimValidationRules.1.expression`]: expression }),
    fault: 'claim-rule',
  },
  'the second extra value': {
    changes: (expression: string) => ({ [`${entry}.claimMappings.extra.1.valueExpression`]: expression }),
    fault: 'extra',
  },
  'the last extra value': {
    changes: (expression: string) => ({
      [`${entry}.claimMappings.extra.${validKeys.length - 1}.valueExpression`]: expression,
    }),
    fault: 'extra',
  },
  'the second of three user validation rules': {
    changes: (expression: string) => ({
      [`${entry}.userValidationRules`]: ['1 < 2', expression, '2 < 3'].map((each) => ({ expression: each })),
    }),
    fault: 'user-rule',
  },
  'the last of three user validation rules': {
    changes: (expression: string) => ({
      [`${entry}.userValidationRules`]: ['1 < 2', '2 < 3', expression].map((each) => ({ expression: each })),
    }),
    fault: 'user-rule',
  },
} as const

must('authn.file.expression-type', 'types of expressions', () => {
  says('An expression evaluates to the type that its field requires.')
  refuses
    .for(fields)(
      {
        title: 'every token if the expression of %s yields a number',
        id: 'everybody where the expression of %s yields a number',
      },
      async ({ path }) => {
        await expectRejectsTokens(files, { [`${entry}.${path}`]: '1 + 1' })
      },
    )
    .sees(({ fault }) => `${fault}-expression-type-unchecked`)

  refuses
    .for(laterRules)('every token if the expression of %s yields a number', async ({ changes }) => {
      await expectRejectsTokens(files, changes('1 + 1'))
    })
    .sees(({ fault }) => `${fault}-expression-type-unchecked`)
})

must(
  'authn.file.expression-type-of-claims',
  {
    section: 'AuthenticationConfiguration',
    row: 'expression',
    aspect: 'of ClaimValidationRule, type',
    judgedBy: 'behaviour',
  },
  () => {
    says('The expression of a claim validation rule yields a boolean, whatever the claims hold.')
    refuses(
      {
        title: 'every token if the expression of a claim validation rule yields a claim that is a string',
        id: 'everybody where the expression of a claim validation rule yields a claim that is a text',
      },
      async () => {
        await expectRejectsTokens(files, {
          [`${entry}.${fields['a claim validation rule'].path}`]: 'claims.sub',
        })
      },
    ).sees('claim-rule-non-boolean-accepted')
  },
)

must('authn.file.expression-cel', 'CEL expressions', () => {
  says('Expressions are CEL.')
  refuses
    .for(fields)(
      {
        title: 'every token if the expression of %s is not CEL',
        id: 'everybody where the expression of %s is no CEL',
      },
      async ({ path }) => {
        await expectRejectsTokens(files, { [`${entry}.${path}`]: 'claims.sub ===' })
      },
    )
    .sees(({ fault }) => `${fault}-broken-expression-accepted`)

  refuses
    .for(laterRules)(
      {
        title: 'every token if the expression of %s is not CEL',
        id: 'every token if the expression of %s is no CEL',
      },
      async ({ changes }) => {
        await expectRejectsTokens(files, changes('claims.sub ==='))
      },
    )
    .sees(({ fault }) => `${fault}-broken-expression-accepted`)
})
