import type { Expression } from '../cel/expression.ts'
import { type Authenticator, connections, discoveries, type JwtCase, type TokenSpec } from './model.ts'
import { expectedVerdict } from './oracle.ts'

const rows = ['username', 'groups', 'uid'] as const
const expressionForms = ['claim', 'expression'] as const

/**
 * Returns the coverage of a case: rows of the configuration, the results of its tokens, and the row that decides each.
 */
export function coverageOf(testCase: JwtCase): readonly string[] {
  const { authenticator, discovery = 'usual', connection = 'usual', tokens } = testCase
  const places = [`discovery document: ${discovery}`, `connection: ${connection}`]
  return [
    ...places,
    ...configuredMembers(authenticator),
    ...tokens.flatMap((token) => verdictText(authenticator, token)),
  ]
}

function configuredMembers({
  audiences,
  claimRules,
  username,
  groups,
  uid,
  extra,
  userRules,
}: Authenticator): string[] {
  const sources = { username, groups, uid }
  return [
    ...rows.flatMap((row) => {
      const source = sources[row]
      return source === undefined
        ? [`no ${row}`]
        : [`${row} by ${'claim' in source ? 'claim' : 'expression'}`]
    }),
    `${audiences.length} audiences`,
    `${claimRules.length} claim rules`,
    `${extra.length} extra`,
    `${userRules.length} user rules`,
    ...claimRules.map((rule) =>
      'claim' in rule
        ? `required claim${rule.requiredValue === undefined ? ' without value' : ''}`
        : operatorText(rule.expression),
    ),
  ]
}

function operatorText(expression: Expression): string {
  return `claim rule with ${expression[0]}`
}

function verdictText(authenticator: Authenticator, token: TokenSpec): string[] {
  const verdict = expectedVerdict(authenticator, token)
  if ('user' in verdict) return ['accepted']
  if ('open' in verdict) return ['open']
  return [
    'refused',
    `refused: ${verdict.refused.replace(/:.*/s, '').replace(/^(equipe|équipe|[\w./]+) (is (missing|not what))/, 'a required claim $2')}`,
  ]
}

/** Parts of the coverage that can be listed in advance. At least one drawn case must have each. */
export const coverable: readonly string[] = [
  ...rows.flatMap((row) => [
    ...(row === 'username' ? [] : [`no ${row}`]),
    ...expressionForms.map((form) => `${row} by ${form}`),
  ]),
  ...[1, 2, 3].map((count) => `${count} audiences`),
  ...['claim rules', 'user rules'].flatMap((what) => [0, 1, 2, 3].map((count) => `${count} ${what}`)),
  ...[0, 1, 2].map((count) => `${count} extra`),
  'required claim',
  'required claim without value',
  ...['==', '!=', 'startsWith', 'in', '||', '&&', '>=', 'exists', 'equivalent'].map(
    (name) => `claim rule with ${name}`,
  ),
  ...discoveries.map((each) => `discovery document: ${each}`),
  ...connections.map((each) => `connection: ${each}`),
  'accepted',
  'refused',
  'open',
]
