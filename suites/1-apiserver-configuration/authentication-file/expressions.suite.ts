import { rule, test } from '#harness/check/rule.ts'
import { authenticationFiles } from '../../fixtures/authentication-files.ts'
import { completeFile, completeTwin, entries } from './complete-file.ts'
import { keepsOut } from './keeps-out.ts'

const files = authenticationFiles(completeFile)
const entry = `jwt.${entries.expressions}`

/** Each field that holds an expression, with the faults of the reference about it. */
const fields = {
  'a claim validation rule': { path: 'claimValidationRules.0.expression', fault: 'claim-rule' },
  'the username': { path: 'claimMappings.username.expression', fault: 'username' },
  'the groups': { path: 'claimMappings.groups.expression', fault: 'groups' },
  'the uid': { path: 'claimMappings.uid.expression', fault: 'uid' },
  'an extra value': { path: 'claimMappings.extra.0.valueExpression', fault: 'extra' },
  'a user validation rule': { path: 'userValidationRules.0.expression', fault: 'user-rule' },
} as const

const faults = (kind: string, title: string): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, { fault }]) => [`${fault}-${kind}`, [title.replace('%s', name)]]),
  )

rule(
  {
    id: 'authn.file.expression-type',
    level: 'MUST',
    says: 'An expression evaluates to the type that its field requires.',
    source: { document: 1, section: 'What the service does', row: 'Expressions, type' },
    overlaps: true,
    twin: completeTwin,
    faults: faults(
      'expression-type-unchecked',
      'refuses everybody where the expression of %s yields a number',
    ),
  },
  () => {
    test.for(fields)('refuses everybody where the expression of %s yields a number', async ({ path }) => {
      await keepsOut(files, { [`${entry}.${path}`]: '1 + 1' })
    })
  },
)

rule(
  {
    id: 'authn.file.expression-type-of-claims',
    level: 'MUST',
    says: 'The expression of a claim validation rule yields a boolean, whatever the claims hold.',
    source: {
      document: 1,
      section: 'AuthenticationConfiguration',
      row: 'ClaimValidationRule.expression, type',
    },
    overlaps: true,
    twin: completeTwin,
    faults: {
      'claim-rule-non-boolean-accepted': [
        'refuses everybody where the expression of a claim validation rule yields a claim that is a text',
      ],
    },
  },
  () => {
    test('refuses everybody where the expression of a claim validation rule yields a claim that is a text', async () => {
      await keepsOut(files, { [`${entry}.${fields['a claim validation rule'].path}`]: 'claims.sub' })
    })
  },
)

rule(
  {
    id: 'authn.file.expression-cel',
    level: 'MUST',
    says: 'Expressions are CEL.',
    source: { document: 1, section: 'What the service does', row: 'Expressions, CEL' },
    overlaps: true,
    twin: completeTwin,
    faults: faults('broken-expression-accepted', 'refuses everybody where the expression of %s is no CEL'),
  },
  () => {
    test.for(fields)('refuses everybody where the expression of %s is no CEL', async ({ path }) => {
      await keepsOut(files, { [`${entry}.${path}`]: 'claims.sub ===' })
    })
  },
)
