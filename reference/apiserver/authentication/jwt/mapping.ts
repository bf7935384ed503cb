import type { ServerQuirks } from '../../faults.ts'
import { AuthenticationError } from '../../api/authenticator.ts'
import type { UserInfo } from '../../../serving/user.ts'
import { asText } from './as-text.ts'
import { mapExtra } from './extra-mapping.ts'
import { mapGroups } from './groups-mapping.ts'
import { evaluateMapping } from './evaluate-mapping.ts'
import { type Claims, requiredClaim } from './parse.ts'
import type { JwtSettings, Source } from './settings.ts'

/** Returns the user that the claims describe. Throws an AuthenticationError if a mapping fails. */
export async function mapUser(
  settings: JwtSettings,
  claims: Claims,
  quirks: ServerQuirks,
): Promise<UserInfo> {
  const groups = settings.groups ?? defaultGroups(claims, quirks)
  const uid = settings.uid ?? defaultUid(claims, quirks)
  return {
    username: await mapUsername(settings.username, claims, quirks),
    groups: groups === undefined ? [] : await mapGroups(groups, claims, quirks),
    uid: uid === undefined ? '' : await mapUid(uid, claims, quirks),
    extra: await mapExtra(settings.extra, claims, quirks),
  }
}

/** Returns the claim in which faults find groups without a mapping. */
function defaultGroups(claims: Claims, quirks: ServerQuirks): Source | undefined {
  const isThere = Object.hasOwn(claims, 'groups')
  return isThere && quirks.fault('groups-mapped-without-mapping')
    ? { claim: 'groups', prefix: '' }
    : undefined
}

function defaultUid(claims: Claims, quirks: ServerQuirks): Source | undefined {
  const isThere = Object.hasOwn(claims, 'uid')
  return isThere && quirks.fault('uid-mapped-without-mapping') ? { claim: 'uid', prefix: '' } : undefined
}

async function mapUsername(source: Source, claims: Claims, quirks: ServerQuirks): Promise<string> {
  if ('expression' in source) {
    const value = await evaluateMapping(source.expression, claims, 'user name', quirks)
    if (typeof value === 'string') return named(value, quirks)
    if (quirks.fault('username-expression-type-ignored')) return asText(value)
    throw new AuthenticationError('user name: the expression does not yield a string')
  }
  const { claim, prefix } = source
  const value = usernameClaim(claim, claims, quirks)
  checkEmailVerified(claim, claims, quirks)
  return named(prefixed(prefix, value, quirks), quirks)
}

function usernameClaim(name: string, claims: Claims, quirks: ServerQuirks): string {
  if (!Object.hasOwn(claims, name) && quirks.fault('username-claim-missing-accepted')) return ''
  const value = requiredClaim(claims, name)
  if (typeof value === 'string') return value
  if (typeof value === 'number' && quirks.fault('username-claim-number-accepted')) return String(value)
  if (typeof value === 'boolean' && quirks.fault('username-claim-boolean-accepted')) return String(value)
  if (value === null && quirks.fault('username-claim-null-accepted')) return ''
  if (Array.isArray(value)) {
    if (quirks.fault('username-claim-list-accepted')) return asText(value[0])
  } else if (typeof value === 'object' && value !== null && quirks.fault('username-claim-object-accepted')) {
    return asText(value)
  }
  throw new AuthenticationError(`user name: claim ${name} is not a string`)
}

function prefixed(prefix: string, value: string, quirks: ServerQuirks): string {
  if (prefix === '') return value
  if (prefix === '-' && quirks.fault('username-dash-prefix-dropped')) return value
  if (value.startsWith(prefix) && quirks.fault('username-prefix-not-repeated')) return value
  return quirks.fault('username-prefix-omitted') ? value : `${prefix}${value}`
}

function named(username: string, quirks: ServerQuirks): string {
  if (username === '' && quirks.freedom('empty-username-refused')) {
    throw new AuthenticationError('user name: empty')
  }
  return username
}

/** Checks the claim `email` like `claims.?email_verified.orValue(true) == true`. */
function checkEmailVerified(claim: string, claims: Claims, quirks: ServerQuirks): void {
  const value = Object.hasOwn(claims, 'email_verified') ? claims['email_verified'] : undefined
  if (claim !== 'email') {
    if (value === false && quirks.fault('email-verified-checked-for-other-claims')) {
      throw new AuthenticationError('user name: email not verified')
    }
    return
  }
  if (value === true) return
  if (value === undefined) {
    if (quirks.fault('email-verified-absent-refused')) {
      throw new AuthenticationError('user name: email_verified is not present')
    }
    return
  }
  if (value === false) {
    if (!quirks.fault('email-verified-false-accepted')) {
      throw new AuthenticationError('user name: email not verified')
    }
    return
  }
  if (value === 'true' && quirks.fault('email-verified-text-accepted')) return
  if (!quirks.fault('email-verified-type-ignored')) {
    throw new AuthenticationError('user name: email_verified is not a boolean')
  }
}

async function mapUid(source: Source, claims: Claims, quirks: ServerQuirks): Promise<string> {
  const byClaim = 'claim' in source
  if (byClaim && !Object.hasOwn(claims, source.claim) && quirks.freedom('uid-claim-may-be-missing')) return ''
  const value = byClaim
    ? requiredClaim(claims, source.claim)
    : await evaluateMapping(source.expression, claims, 'uid', quirks)
  if (typeof value === 'string') return value !== '' && quirks.fault('uid-not-mapped') ? '' : value
  const forgiving = byClaim ? 'uid-claim-type-ignored' : 'uid-expression-type-ignored'
  if (quirks.fault(forgiving)) return asText(value)
  throw new AuthenticationError('uid: not a string')
}
