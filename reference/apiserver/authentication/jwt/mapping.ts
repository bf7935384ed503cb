import { fault, freedom } from '../../../quirks/quirks.ts'
import { AuthenticationError } from '../../api/authenticator.ts'
import type { UserInfo } from '../../../serving/user.ts'
import { claimText } from './as-text.ts'
import { mapExtra } from './extra-mapping.ts'
import { mapGroups } from './groups-mapping.ts'
import { evaluateMapping } from './evaluate-mapping.ts'
import { type Claims, requiredClaim } from './parse.ts'
import type { JwtSettings, Source } from './settings.ts'

/** Returns the user that the claims describe. Throws an AuthenticationError if a mapping fails. */
export async function mapUser(settings: JwtSettings, claims: Claims): Promise<UserInfo> {
  const groups = settings.groups ?? defaultGroups(claims)
  const uid = settings.uid ?? defaultUid(claims)
  return {
    username: await mapUsername(settings.username, claims),
    groups: groups === undefined ? [] : await mapGroups(groups, claims),
    uid: uid === undefined ? '' : await mapUid(uid, claims),
    extra: await mapExtra(settings.extra, claims),
  }
}

/** Returns the claim in which faults find groups without a mapping. */
function defaultGroups(claims: Claims): Source | undefined {
  const hasGroups = Object.hasOwn(claims, 'groups')
  return hasGroups && fault('groups-mapped-without-mapping') ? { claim: 'groups', prefix: '' } : undefined
}

function defaultUid(claims: Claims): Source | undefined {
  const hasUid = Object.hasOwn(claims, 'uid')
  return hasUid && fault('uid-mapped-without-mapping') ? { claim: 'uid', prefix: '' } : undefined
}

async function mapUsername(source: Source, claims: Claims): Promise<string> {
  if ('expression' in source) {
    const value = await evaluateMapping(source.expression, claims, 'user name')
    if (typeof value === 'string') return checkUsername(value)
    if (fault('username-expression-type-ignored')) return claimText(value)
    throw new AuthenticationError('user name: the expression does not yield a string')
  }
  const { claim, prefix } = source
  const value = usernameClaim(claim, claims)
  const isPrefixedEmail = claim === 'email' && prefix !== ''
  if (!isPrefixedEmail || !fault('email-verified-unchecked-with-prefix')) checkEmailVerified(claim, claims)
  return checkUsername(withPrefix(prefix, value))
}

function usernameClaim(name: string, claims: Claims): string {
  if (!Object.hasOwn(claims, name) && fault('username-claim-missing-accepted')) return ''
  const value = requiredClaim(claims, name)
  if (typeof value === 'string') return value
  if (typeof value === 'number' && fault('username-claim-number-accepted')) return String(value)
  if (typeof value === 'boolean' && fault('username-claim-boolean-accepted')) return String(value)
  if (value === null && fault('username-claim-null-accepted')) return ''
  if (Array.isArray(value)) {
    if (fault('username-claim-list-accepted')) return claimText(value[0])
  } else if (typeof value === 'object' && value !== null && fault('username-claim-object-accepted')) {
    return claimText(value)
  }
  throw new AuthenticationError(`user name: claim ${name} is not a string`)
}

function withPrefix(prefix: string, value: string): string {
  if (prefix === '') return value
  if (prefix === '-' && fault('username-dash-prefix-dropped')) return value
  if (value.startsWith(prefix) && fault('username-prefix-not-repeated')) return value
  return fault('username-prefix-omitted') ? value : `${prefix}${value}`
}

function checkUsername(username: string): string {
  if (username === '' && freedom('empty-username-refused')) {
    throw new AuthenticationError('user name: empty')
  }
  return username
}

/** Checks the claim `email` like `claims.?email_verified.orValue(true) == true`. */
function checkEmailVerified(claim: string, claims: Claims): void {
  const value = Object.hasOwn(claims, 'email_verified') ? claims['email_verified'] : undefined
  if (claim !== 'email') {
    if (value === false && fault('email-verified-checked-for-other-claims')) {
      throw new AuthenticationError('user name: email not verified')
    }
    return
  }
  if (value === true) return
  if (value === undefined) {
    if (fault('email-verified-absent-refused')) {
      throw new AuthenticationError('user name: email_verified is not present')
    }
    return
  }
  if (value === false) {
    if (!fault('email-verified-false-accepted')) {
      throw new AuthenticationError('user name: email not verified')
    }
    return
  }
  if (value === 'true' && fault('email-verified-text-accepted')) return
  if (!fault('email-verified-type-ignored')) {
    throw new AuthenticationError('user name: email_verified is not a boolean')
  }
}

async function mapUid(source: Source, claims: Claims): Promise<string> {
  const isFromClaim = 'claim' in source
  if (isFromClaim && !Object.hasOwn(claims, source.claim) && freedom('uid-claim-may-be-missing')) return ''
  const value = isFromClaim
    ? requiredClaim(claims, source.claim)
    : await evaluateMapping(source.expression, claims, 'uid')
  if (typeof value === 'string') return value !== '' && fault('uid-not-mapped') ? '' : value
  const typeFault = isFromClaim ? 'uid-claim-type-ignored' : 'uid-expression-type-ignored'
  if (fault(typeFault)) return claimText(value)
  throw new AuthenticationError('uid: not a string')
}
