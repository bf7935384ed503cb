import { evaluate, NoValue } from '../cel/evaluate.ts'
import type { Expression } from '../cel/expression.ts'
import type { Deviation } from './deviations.ts'
import type {
  Authenticator,
  ClaimRule,
  Connection,
  Discovery,
  JwtCase,
  Plain,
  Prefixed,
  Token,
  User,
  Verdict,
} from './model.ts'

/** Thrown for a token that is rejected. */
class Refused extends Error {}
/** Thrown if the result is not documented. */
class Open extends Error {}

type Claims = Readonly<Record<string, unknown>>

/**
 * Returns the documented result of a token for a server with this authenticator, by document 1.
 * @param deviations known deviations of a dialect in reading tokens
 */
export function expectedVerdict(
  authenticator: Authenticator,
  token: Token,
  deviations: readonly Deviation[] = [],
): Verdict {
  try {
    checkStandardClaims(authenticator, token, deviations)
    const { claims } = token
    for (const rule of authenticator.claimRules) claimRule(rule, claims, deviations)
    const user = mapped(authenticator, claims, deviations)
    for (const rule of authenticator.userRules) userRule(rule, user)
    return { user }
  } catch (thrown) {
    if (thrown instanceof Refused) return { refused: thrown.message }
    if (thrown instanceof Open) return { open: thrown.message }
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
  token: Token,
  deviations: readonly Deviation[] = [],
): Verdict {
  const why = distrustReason(discovery, connection)
  return why === undefined ? expectedVerdict(authenticator, token, deviations) : { refused: why }
}

/** Checks signature, `iss`, `exp` and `aud`. A certain result for one of them outweighs an open one for another. */
function checkStandardClaims(
  { audiences }: Authenticator,
  { iss, exp, signature, claims }: Token,
  deviations: readonly Deviation[],
): void {
  if (signature !== 'by the issuer') throw new Refused(`its signature is ${signature}`)
  if (iss !== 'same') throw new Refused(`its iss: ${iss}`)
  const isText = exp === 'as text' && deviations.includes('exp may be a text')
  if (exp !== 'in an hour' && !isText) throw new Refused(`it expires: ${exp}`)
  const { aud } = claims
  if (aud === undefined) throw new Refused('it has no aud')
  if (!Array.isArray(aud)) {
    if (typeof aud === 'string' && audiences.includes(aud)) throw new Open('aud is a single text')
    throw new Refused('its aud is no list of texts')
  }
  const elements: readonly unknown[] = aud
  if (!audiences.some((audience) => elements.includes(audience))) throw new Refused('its aud is of others')
  if (!elements.every((element) => typeof element === 'string')) throw new Open('aud has other elements')
}

function claimRule(rule: ClaimRule, claims: Claims, deviations: readonly Deviation[]): void {
  if ('expression' in rule) {
    if (valueOf(rule.expression, { claims }) !== true) throw new Refused('a claim rule does not hold')
    return
  }
  const { claim, requiredValue = '' } = rule
  if (!Object.hasOwn(claims, claim)) throw new Refused(`${claim} is missing`)
  if (textIn(claims[claim], deviations) !== requiredValue)
    throw new Refused(`${claim} is not what is required`)
}

function mapped(authenticator: Authenticator, claims: Claims, deviations: readonly Deviation[]): User {
  const { username, groups, uid, extra } = authenticator
  const undecided: Open[] = []
  // A mapping that rejects decides, even if another one is open.
  const settle = <T>(map: () => T, instead: T): T => {
    try {
      return map()
    } catch (thrown) {
      if (!(thrown instanceof Open)) throw thrown
      undecided.push(thrown)
      return instead
    }
  }
  const user = {
    username: settle(() => nameOf(username, claims, deviations), ''),
    uid: settle(() => (uid === undefined ? '' : uidOf(uid, claims, deviations)), ''),
    groups: settle(() => (groups === undefined ? [] : groupsOf(groups, claims, deviations)), []),
    extra: Object.fromEntries(
      extra.flatMap(({ key, value }) => {
        const values = settle(() => extraOf(value, claims), [])
        return values.length === 0 ? [] : [[key, values]]
      }),
    ),
  }
  if (undecided[0] !== undefined) throw undecided[0]
  return user
}

function nameOf(username: Prefixed, claims: Claims, deviations: readonly Deviation[]): string {
  const name = textOf(username, claims, 'the user name', deviations)
  if ('claim' in username && username.claim === 'email') emailVerified(claims)
  const whole = 'claim' in username ? username.prefix + name : name
  if (name === '') throw new Open('an empty user name')
  return whole
}

/** Equivalent of `claims.?email_verified.orValue(true) == true`. A value that is not a boolean is caught. */
function emailVerified({ email_verified: verified = true }: Claims): void {
  if (verified !== true) throw new Refused('the address is not verified')
}

function uidOf(uid: Plain, claims: Claims, deviations: readonly Deviation[]): string {
  if ('claim' in uid && !Object.hasOwn(claims, uid.claim)) throw new Open('the claim of the uid is missing')
  const value = textOf(uid, claims, 'the uid', deviations)
  if (value === '') throw new Open('an empty uid')
  return value
}

function textOf(source: Plain, claims: Claims, what: string, deviations: readonly Deviation[]): string {
  const found = sourceValue(source, claims)
  const value = 'claim' in source ? textIn(found, deviations) : found
  if (typeof value !== 'string') throw new Refused(`${what} is no text`)
  return value
}

function textIn(value: unknown, deviations: readonly Deviation[]): unknown {
  return value === null && deviations.includes('null is an empty text') ? '' : value
}

function sourceValue(source: Plain, claims: Claims): unknown {
  return 'claim' in source ? claims[source.claim] : valueOf(source.expression, { claims })
}

/** An empty string, an empty list and null mean none, in either form. The documents do not state it. */
function groupsOf(groups: Prefixed, claims: Claims, deviations: readonly Deviation[]): readonly string[] {
  const value = sourceValue(groups, claims)
  const isClaim = 'claim' in groups
  if (isClaim && value === undefined) return []
  if (isClaim && value === '' && deviations.includes('an empty text is a group')) return [groups.prefix]
  const names = listOf(value, 'the groups')
  if (names.includes('')) throw new Open('an empty text among the groups')
  return isClaim ? names.map((name) => groups.prefix + name) : names
}

function extraOf(value: Expression, claims: Claims): readonly string[] {
  return listOf(valueOf(value, { claims }), 'an extra value').filter((one) => one !== '')
}

function listOf(value: unknown, what: string): readonly string[] {
  if (value === null || value === '') return []
  if (typeof value === 'string') return [value]
  if (!Array.isArray(value)) throw new Refused(`${what}: neither a text nor a list`)
  const elements: readonly unknown[] = value
  const others = elements.filter((element) => typeof element !== 'string')
  if (others.length === 0) return elements as readonly string[]
  if (others.every((element) => element === null)) throw new Open(`${what}: null in a list`)
  throw new Refused(`${what}: other elements than texts`)
}

/**
 * The documents leave open whether attributes without a value are empty or absent. A rule with the same result either
 * way is judged, others are not.
 */
function userRule(rule: Expression, user: User): void {
  const present = Object.fromEntries(
    Object.entries(user).filter(([, value]) => Object.keys(value as object | string).length > 0),
  )
  const readings = [user, present].map((reading) => {
    try {
      return evaluate(rule, { user: reading }) === true
    } catch (thrown) {
      if (thrown instanceof NoValue) return false
      throw thrown
    }
  })
  if (readings[0] !== readings[1]) throw new Open('a user rule about an attribute without a value')
  if (!readings[0]) throw new Refused('a user rule does not hold')
}

/** Returns the value of an expression over claims. Without a value the token is rejected. */
function valueOf(expression: Expression, environment: Claims): unknown {
  try {
    return evaluate(expression, environment)
  } catch (thrown) {
    if (thrown instanceof NoValue) throw new Refused(`an expression has no value: ${thrown.message}`)
    throw thrown
  }
}
