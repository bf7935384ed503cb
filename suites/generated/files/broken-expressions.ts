import { audience } from '../../shared/authentication/configuration.ts'
import { type Violations, pickFrom } from './file-case.ts'

const invalidExpressions = [
  'claims.',
  '(claims.team',
  'claims.team ==',
  "'dev",
  'nobody.team',
  'claims team',
] as const
const nonStringExpressions = ['7', 'true', '1 < 2', "{'a': 'b'}"] as const
const nonBooleanExpressions = ["'true'", '1', "['a']", "'a' + 'b'"] as const
const nonListExpressions = ['7', 'true', '[7]', "{'a': 'b'}"] as const

/** Returns invalid expressions in a separate entry, which then accepts no token. */
function brokenExpressionViolations(
  how: string,
  conditions: readonly string[],
  texts: readonly string[],
  lists: readonly string[],
): Violations {
  const username = { claim: 'sub', prefix: '' }
  const fields: Readonly<Record<string, (expression: string) => object>> = {
    'claim rule': (expression) => ({ claimValidationRules: [{ expression }], claimMappings: { username } }),
    username: (expression) => ({ claimMappings: { username: { expression } } }),
    groups: (expression) => ({ claimMappings: { username, groups: { expression } } }),
    uid: (expression) => ({ claimMappings: { username, uid: { expression } } }),
    'extra value': (valueExpression) => ({
      claimMappings: { username, extra: [{ key: 'example.org/team', valueExpression }] },
    }),
    'user rule': (expression) => ({ userValidationRules: [{ expression }], claimMappings: { username } }),
  }
  const expressions = (name: string): readonly string[] =>
    name.endsWith('rule') ? conditions : name === 'groups' || name === 'extra value' ? lists : texts
  return Object.fromEntries(
    Object.entries(fields).map(([name, entryWith]) => [
      `${name} of ${how}`,
      {
        about: name === 'extra value' ? 'valueExpression' : name.endsWith('rule') ? 'expression' : name,
        mayStart: true,
        changes: (_: never, pick: number) => ({
          'jwt.0': {
            issuer: { url: 'https://issuer-0.example', audiences: [audience] },
            ...entryWith(pickFrom(expressions(name), pick)),
          },
        }),
      } as const,
    ]),
  )
}

/** Expressions that are not valid CEL, or whose type is not the type of their field. */
export const brokenExpressions: Violations = {
  ...brokenExpressionViolations('no CEL', invalidExpressions, invalidExpressions, invalidExpressions),
  ...brokenExpressionViolations(
    'another type',
    [...nonBooleanExpressions, 'claims.sub'],
    nonStringExpressions,
    nonListExpressions,
  ),
}
