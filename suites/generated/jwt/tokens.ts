import type { Expression } from '../cel/expression.ts'
import { values } from '../drawn-values.ts'
import { named, namesOf } from './claim-names.ts'
import { type Difference, different } from './differences.ts'
import type { Authenticator, Connection, Discovery, JwtCase, Token } from './model.ts'

interface Drawn {
  readonly authenticator: Authenticator
  readonly discovery?: Discovery
  readonly connection?: Connection
  readonly filler: readonly [number, number]
  readonly tokens: readonly (readonly Difference[])[]
}

/** Returns the case of a draw: a token that meets all requirements, and tokens that differ from it. */
export function resolved({ authenticator, filler, tokens, ...place }: Drawn): JwtCase {
  const claims = asRequested(authenticator, filler)
  // Claims that other users have, and that are not mapped here.
  const unmapped = { groups: ['strangers'], uid: 'stranger' }
  const good: Token = {
    claims: { ...unmapped, ...claims },
    iss: 'same',
    exp: 'in an hour',
    signature: 'by the issuer',
  }
  const names = Object.keys(claims).filter((name) => name !== 'aud')
  const others = tokens.map((differences) =>
    differences.reduce<Token>((token, one) => different(token, one, names, authenticator), good),
  )
  const its = Object.fromEntries(Object.entries(place).filter(([, form]) => form !== 'usual'))
  return { authenticator, ...its, tokens: [good, ...others] }
}

/** Returns claims with which a token is accepted, as far as one set of claims allows. */
function asRequested(
  authenticator: Authenticator,
  [first, second]: readonly [number, number],
): Record<string, unknown> {
  const { username, groups, uid, extra, claimRules, audiences, userRules } = authenticator
  const claims: Record<string, unknown> = { aud: [audiences[0]] }
  const texts = [values[first] ?? '', values[second] ?? '']
  for (const name of [...namesOf(username), ...namesOf(uid)]) claims[name] ??= texts[0]
  for (const name of [...namesOf(groups), ...extra.flatMap(({ value }) => named(value))])
    claims[name] ??= first % 2 === 0 ? texts[1] : texts
  if ('claim' in username && username.claim === 'email') claims.email = 'alice@mail.example'
  for (const rule of claimRules) {
    if ('claim' in rule) claims[rule.claim] = rule.requiredValue ?? ''
    else
      Object.assign(
        claims,
        Object.fromEntries(named(rule.expression).map((name) => [name, claims[name] ?? texts[0]])),
        wished(rule.expression),
      )
  }
  // If a rule about the user requires an extra value, the claims contain it.
  for (const [operator, value, of] of userRules) {
    const key = operator === 'in' && Array.isArray(of) && Array.isArray(of[2]) ? of[2][1] : undefined
    const source = extra.find((one) => one.key === key)?.value
    if (source?.[0] === 'field' && Array.isArray(value)) claims[source[2]] = value[1]
  }
  return claims
}

/** Returns claims for which a condition is true, for the drawn forms of conditions. */
function wished(condition: Expression): Record<string, unknown> {
  const [operator, left, right] = condition as readonly [string, Expression, Expression]
  const name = (of: Expression): string => named(of)[0] ?? ''
  const constant = (of: Expression): unknown => (of[0] === 'value' ? of[1] : undefined)
  switch (operator) {
    case '==':
      return { [name(left)]: constant(right) }
    case '!=':
      return { [name(left)]: 'none' }
    case 'startsWith':
      return { [name(left)]: `${String(constant(right))}-1` }
    case 'in':
      return constant(left) === undefined
        ? { [name(left)]: constant(right[1] as Expression) }
        : { [name(right)]: [constant(left), 'none'] }
    case '||':
      return wished(right)
    case '&&':
      return { ...wished(right), ...wished(left) }
    case '>=':
      return { [name(left)]: ['one', 'two'] }
    case 'exists':
      return { [name(left)]: ['none', constant((condition[3] as Expression)[2] as Expression)] }
    default:
      return {}
  }
}
