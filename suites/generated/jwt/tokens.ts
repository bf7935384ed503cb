import type { Expression } from '../cel/expression.ts'
import { values } from '../drawn-values.ts'
import { claimsOf, namesOf } from './claim-names.ts'
import { type Difference, withDifference } from './differences.ts'
import type { Authenticator, Connection, Discovery, JwtCase, TokenSpec } from './model.ts'

interface DrawnCase {
  readonly authenticator: Authenticator
  readonly discovery?: Discovery
  readonly connection?: Connection
  readonly filler: readonly [number, number]
  readonly tokens: readonly (readonly Difference[])[]
}

/** Returns the case of a draw: a token that meets all requirements, and tokens that differ from it. */
export function completeCase({ authenticator, filler, tokens, ...place }: DrawnCase): JwtCase {
  const claims = satisfyingClaims(authenticator, filler)
  // Claims that the configuration does not map.
  const unmappedClaims = { groups: ['strangers'], uid: 'stranger' }
  const acceptedToken: TokenSpec = {
    claims: { ...unmappedClaims, ...claims },
    iss: 'same',
    exp: 'in an hour',
    signature: 'by the issuer',
  }
  const names = Object.keys(claims).filter((name) => name !== 'aud')
  const differingTokens = tokens.map((differences) =>
    differences.reduce<TokenSpec>(
      (token, difference) => withDifference(token, difference, names, authenticator),
      acceptedToken,
    ),
  )
  const specialParts = Object.fromEntries(Object.entries(place).filter(([, form]) => form !== 'usual'))
  return { authenticator, ...specialParts, tokens: [acceptedToken, ...differingTokens] }
}

/** Returns claims that meet all requirements of an authenticator, if possible. */
function satisfyingClaims(
  authenticator: Authenticator,
  [first, second]: readonly [number, number],
): Record<string, unknown> {
  const { username, groups, uid, extra, claimRules, audiences, userRules } = authenticator
  const claims: Record<string, unknown> = { aud: [audiences[0]] }
  const fillerTexts = [values[first] ?? '', values[second] ?? '']
  for (const name of [...namesOf(username), ...namesOf(uid)]) claims[name] ??= fillerTexts[0]
  for (const name of [...namesOf(groups), ...extra.flatMap(({ value }) => claimsOf(value))])
    claims[name] ??= first % 2 === 0 ? fillerTexts[1] : fillerTexts
  if ('claim' in username && username.claim === 'email') claims.email = 'alice@mail.example'
  for (const rule of claimRules) {
    if ('claim' in rule) claims[rule.claim] = rule.requiredValue ?? ''
    else
      Object.assign(
        claims,
        Object.fromEntries(claimsOf(rule.expression).map((name) => [name, claims[name] ?? fillerTexts[0]])),
        claimsSatisfying(rule.expression),
      )
  }
  // Adds the extra values that user rules require.
  for (const [operator, value, of] of userRules) {
    const key = operator === 'in' && Array.isArray(of) && Array.isArray(of[2]) ? of[2][1] : undefined
    const source = extra.find((one) => one.key === key)?.value
    if (source?.[0] === 'field' && Array.isArray(value)) claims[source[2]] = value[1]
  }
  return claims
}

/** Returns claims for which a drawn condition is true. */
function claimsSatisfying(condition: Expression): Record<string, unknown> {
  const [operator, left, right] = condition as readonly [string, Expression, Expression]
  const name = (of: Expression): string => claimsOf(of)[0] ?? ''
  const constantOf = (of: Expression): unknown => (of[0] === 'value' ? of[1] : undefined)
  switch (operator) {
    case '==':
      return { [name(left)]: constantOf(right) }
    case '!=':
      return { [name(left)]: 'none' }
    case 'startsWith':
      return { [name(left)]: `${String(constantOf(right))}-1` }
    case 'in':
      return constantOf(left) === undefined
        ? { [name(left)]: constantOf(right[1] as Expression) }
        : { [name(right)]: [constantOf(left), 'none'] }
    case '||':
      return claimsSatisfying(right)
    case '&&':
      return { ...claimsSatisfying(right), ...claimsSatisfying(left) }
    case '>=':
      return { [name(left)]: ['one', 'two'] }
    case 'exists':
      return { [name(left)]: ['none', constantOf((condition[3] as Expression)[2] as Expression)] }
    default:
      return {}
  }
}
