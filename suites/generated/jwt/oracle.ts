import { evaluate, NoValue } from '../cel/evaluate.ts'
import type { Expression } from '../cel/expression.ts'
import type { Deviation } from './deviations.ts'
import type {
  Authenticator,
  ClaimRule,
  Connection,
  Discovery,
  JwtCase,
  PlainMapping,
  PrefixedMapping,
  TokenSpec,
  User,
  Verdict,
} from './model.ts'

/** Error of a token that is rejected. */
class RejectedToken extends Error {}
/** Error of a result that is not documented. */
class OpenResult extends Error {}

type Claims = Readonly<Record<string, unknown>>

/**
 * Returns the documented result of a token for a server with this authenticator, by document 1.
 * @param deviations known deviations of a dialect in reading tokens
 */
export function expectedVerdict(
  authenticator: Authenticator,
  token: TokenSpec,
  deviations: readonly Deviation[] = [],
): Verdict {
  try {
    checkStandardClaims(authenticator, token, deviations)
    const { claims } = token
    for (const rule of authenticator.claimRules) checkClaimRule(rule, claims, deviations)
    const user = mappedUser(authenticator, claims, deviations)
    for (const rule of authenticator.userRules) checkUserRule(rule, user)
    return { user }
  } catch (thrown) {
    if (thrown instanceof RejectedToken) return { refused: thrown.message }
    if (thrown instanceof OpenResult) return { open: thrown.message }
    throw thrown
  }
}

/** Reports whether an issuer is trusted, by its certificate and by the name in its discovery document. */
export function isTrusted({ discovery, connection }: Pick<JwtCase, 'discovery' | 'connection'>): boolean {
  return distrustReason(discovery, connection) === undefined
}

function distrustReason(
  discovery: Discovery = 'usual',
  connection: Connection = 'usual',
): string | undefined {
  if (discovery.includes('names')) return `its discovery document ${discovery}`
  const isKnown = connection === 'usual' || connection === 'authority is the second of two'
  return isKnown ? undefined : `its issuer cannot be believed: ${connection}`
}

/** Returns the documented result of a token for a server with the entry of this case, by document 1. */
export function verdictOfCase(
  { authenticator, discovery, connection }: JwtCase,
  token: TokenSpec,
  deviations: readonly Deviation[] = [],
): Verdict {
  const reason = distrustReason(discovery, connection)
  return reason === undefined ? expectedVerdict(authenticator, token, deviations) : { refused: reason }
}

/** Checks signature, `iss`, `exp` and `aud`. A rejection by one claim outweighs an open result of another. */
function checkStandardClaims(
  { audiences }: Authenticator,
  { iss, exp, signature, claims }: TokenSpec,
  deviations: readonly Deviation[],
): void {
  if (signature !== 'by the issuer') throw new RejectedToken(`its signature is ${signature}`)
  if (iss !== 'same') throw new RejectedToken(`its iss: ${iss}`)
  const isText = exp === 'as text' && deviations.includes('exp may be a text')
  if (exp !== 'in an hour' && !isText) throw new RejectedToken(`it expires: ${exp}`)
  const { aud } = claims
  if (aud === undefined) throw new RejectedToken('it has no aud')
  if (!Array.isArray(aud)) {
    if (typeof aud === 'string' && audiences.includes(aud)) throw new OpenResult('aud is a single text')
    throw new RejectedToken('its aud is no list of texts')
  }
  const elements: readonly unknown[] = aud
  if (!audiences.some((audience) => elements.includes(audience)))
    throw new RejectedToken('its aud is of others')
  if (!elements.every((element) => typeof element === 'string'))
    throw new OpenResult('aud has other elements')
}

function checkClaimRule(rule: ClaimRule, claims: Claims, deviations: readonly Deviation[]): void {
  if ('expression' in rule) {
    if (valueOf(rule.expression, { claims }) !== true) throw new RejectedToken('a claim rule does not hold')
    return
  }
  const { claim, requiredValue = '' } = rule
  if (!Object.hasOwn(claims, claim)) throw new RejectedToken(`${claim} is missing`)
  if (textOfNull(claims[claim], deviations) !== requiredValue)
    throw new RejectedToken(`${claim} is not what is required`)
}

function mappedUser(authenticator: Authenticator, claims: Claims, deviations: readonly Deviation[]): User {
  const { username, groups, uid, extra } = authenticator
  const openResults: OpenResult[] = []
  // A rejection by one mapping outweighs an open result of another.
  const orDefault = <T>(map: () => T, fallback: T): T => {
    try {
      return map()
    } catch (thrown) {
      if (!(thrown instanceof OpenResult)) throw thrown
      openResults.push(thrown)
      return fallback
    }
  }
  const user = {
    username: orDefault(() => nameOf(username, claims, deviations), ''),
    uid: orDefault(() => (uid === undefined ? '' : uidOf(uid, claims, deviations)), ''),
    groups: orDefault(() => (groups === undefined ? [] : groupsOf(groups, claims, deviations)), []),
    extra: Object.fromEntries(
      extra.flatMap(({ key, value }) => {
        const values = orDefault(() => extraOf(value, claims), [])
        return values.length === 0 ? [] : [[key, values]]
      }),
    ),
  }
  if (openResults[0] !== undefined) throw openResults[0]
  return user
}

function nameOf(username: PrefixedMapping, claims: Claims, deviations: readonly Deviation[]): string {
  const name = textOf(username, claims, 'the user name', deviations)
  if ('claim' in username && username.claim === 'email') checkEmailVerified(claims)
  const prefixedName = 'claim' in username ? username.prefix + name : name
  if (name === '') throw new OpenResult('an empty user name')
  return prefixedName
}

/**
 * Rejects a token unless `claims.?email_verified.orValue(true) == true`. A value that is not a boolean rejects the
 * token, too.
 */
function checkEmailVerified({ email_verified: verified = true }: Claims): void {
  if (verified !== true) throw new RejectedToken('the address is not verified')
}

function uidOf(uid: PlainMapping, claims: Claims, deviations: readonly Deviation[]): string {
  if ('claim' in uid && !Object.hasOwn(claims, uid.claim))
    throw new OpenResult('the claim of the uid is missing')
  const value = textOf(uid, claims, 'the uid', deviations)
  if (value === '') throw new OpenResult('an empty uid')
  return value
}

function textOf(
  source: PlainMapping,
  claims: Claims,
  what: string,
  deviations: readonly Deviation[],
): string {
  const foundValue = sourceValue(source, claims)
  const value = 'claim' in source ? textOfNull(foundValue, deviations) : foundValue
  if (typeof value !== 'string') throw new RejectedToken(`${what} is no text`)
  return value
}

function textOfNull(value: unknown, deviations: readonly Deviation[]): unknown {
  return value === null && deviations.includes('null is an empty text') ? '' : value
}

function sourceValue(source: PlainMapping, claims: Claims): unknown {
  return 'claim' in source ? claims[source.claim] : valueOf(source.expression, { claims })
}

/** Returns the groups. An empty string, an empty list and null mean no groups. The documents do not state this. */
function groupsOf(
  groups: PrefixedMapping,
  claims: Claims,
  deviations: readonly Deviation[],
): readonly string[] {
  const value = sourceValue(groups, claims)
  const isClaim = 'claim' in groups
  if (isClaim && value === undefined) return []
  if (isClaim && value === '' && deviations.includes('an empty text is a group')) return [groups.prefix]
  const names = listFromValue(value, 'the groups')
  if (names.includes('')) throw new OpenResult('an empty text among the groups')
  return isClaim ? names.map((name) => groups.prefix + name) : names
}

function extraOf(value: Expression, claims: Claims): readonly string[] {
  return listFromValue(valueOf(value, { claims }), 'an extra value').filter((one) => one !== '')
}

function listFromValue(value: unknown, what: string): readonly string[] {
  if (value === null || value === '') return []
  if (typeof value === 'string') return [value]
  if (!Array.isArray(value)) throw new RejectedToken(`${what}: neither a text nor a list`)
  const elements: readonly unknown[] = value
  const nonStrings = elements.filter((element) => typeof element !== 'string')
  if (nonStrings.length === 0) return elements as readonly string[]
  if (nonStrings.every((element) => element === null)) throw new OpenResult(`${what}: null in a list`)
  throw new RejectedToken(`${what}: other elements than texts`)
}

/**
 * Checks a rule about the user. The documents leave open whether attributes without a value are empty or absent, so the
 * result of a rule that depends on this is open.
 */
function checkUserRule(rule: Expression, user: User): void {
  const presentMembers = Object.fromEntries(
    Object.entries(user).filter(([, value]) => Object.keys(value as object | string).length > 0),
  )
  const readings = [user, presentMembers].map((reading) => {
    try {
      return evaluate(rule, { user: reading }) === true
    } catch (thrown) {
      if (thrown instanceof NoValue) return false
      throw thrown
    }
  })
  if (readings[0] !== readings[1]) throw new OpenResult('a user rule about an attribute without a value')
  if (!readings[0]) throw new RejectedToken('a user rule does not hold')
}

/** Returns the value of an expression over claims. Rejects the token if the expression has no value. */
function valueOf(expression: Expression, environment: Claims): unknown {
  try {
    return evaluate(expression, environment)
  } catch (thrown) {
    if (thrown instanceof NoValue) throw new RejectedToken(`an expression has no value: ${thrown.message}`)
    throw thrown
  }
}
