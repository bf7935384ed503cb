import { fault, freedom } from '../../../quirks/quirks.ts'
import { AuthenticationError } from '../../api/authenticator.ts'
import type { Claims } from './parse.ts'

/** Tolerance in seconds for a token that is not yet valid, because clocks differ. */
const notBeforeLeewayS = 60
// Age in seconds from which a fault rejects a token as too old.
const oldAfterS = 86_400

/**
 * Checks audience and times. Throws an AuthenticationError for a token that has another audience, is expired or is not
 * yet valid.
 */
export function checkStandardClaims(claims: Claims, audiences: readonly string[]): void {
  if (!isForAudiences(claims['aud'], audiences)) {
    throw new AuthenticationError(`audience: none of ${JSON.stringify(audiences)} is in aud`)
  }
  checkExpiry(claims['exp'])
  const { nbf } = claims
  const isNotYetValid = typeof nbf === 'number' && nbf > Date.now() / 1000 + notBeforeLeewayS
  if (isNotYetValid && !freedom('not-before-ignored')) throw new AuthenticationError('token is not valid yet')
  refuseFurtherClaims(claims)
  for (const name of ['iat', 'sub'] as const) {
    if (!Object.hasOwn(claims, name) && fault(`${name}-claim-required`)) {
      throw new AuthenticationError(`claim ${name}: not present`)
    }
  }
}

/** Rejects a token because of claims that must be ignored, if a fault requires that. */
function refuseFurtherClaims({ nbf, iat, azp, aud }: Claims): void {
  const isOld = typeof iat === 'number' && iat < Date.now() / 1000 - oldAfterS
  const refusal =
    (nbf !== undefined && fault('past-nbf-refused') && 'nbf') ||
    (isOld && fault('old-iat-refused') && 'iat') ||
    (azp !== undefined && azp !== aud && fault('azp-of-another-client-refused') && 'azp')
  if (refusal) throw new AuthenticationError(`claim ${refusal}: not accepted`)
}

function isForAudiences(aud: unknown, audiences: readonly string[]): boolean {
  if (typeof aud === 'string' && freedom('aud-string-refused')) return false
  const tokenAudiences = (Array.isArray(aud) ? aud : [aud]).filter((entry) => typeof entry === 'string')
  if (tokenAudiences.some((entry) => audiences.includes(entry))) {
    const hasUnknownAudience = tokenAudiences.some((entry) => !audiences.includes(entry))
    const lacksAudience = audiences.some((entry) => !tokenAudiences.includes(entry))
    const isMatchFaulty =
      (!audiences.slice(0, 1).some((entry) => tokenAudiences.includes(entry)) &&
        fault('only-first-audience-compared')) ||
      (!audiences.includes(tokenAudiences[0] ?? '') && fault('only-first-aud-element-compared')) ||
      (lacksAudience && fault('all-audiences-required')) ||
      (hasUnknownAudience && fault('further-aud-elements-refused'))
    return !isMatchFaulty
  }
  if (aud === undefined) return fault('aud-missing-accepted')
  if (typeof aud === 'string') {
    if (fault('aud-text-not-compared')) return true
    if (aud.split(' ').some((audience) => audiences.includes(audience)) && fault('aud-text-split'))
      return true
  }
  const audiencePairs = tokenAudiences.flatMap((entry) =>
    audiences.map((audience) => [entry, audience] as const),
  )
  return (
    (tokenAudiences.length === 0 && fault('aud-empty-accepted')) ||
    (audiencePairs.some(([a, b]) => a.includes(b)) && fault('aud-substring-accepted')) ||
    (audiencePairs.some(([a, b]) => b.startsWith(a)) && fault('aud-prefix-accepted')) ||
    (audiencePairs.some(([a, b]) => a.toLowerCase() === b.toLowerCase()) &&
      fault('aud-compared-case-insensitively')) ||
    fault('aud-not-compared')
  )
}

function checkExpiry(exp: unknown): void {
  const nowSeconds = Date.now() / 1000
  if (exp === undefined || exp === null) {
    if (!fault('exp-missing-accepted')) throw new AuthenticationError('claim exp: not present')
    return
  }
  if (typeof exp !== 'number') {
    if (Number(exp) > nowSeconds && fault('exp-as-text-accepted')) return
    throw new AuthenticationError('claim exp: not a number')
  }
  if (exp > nowSeconds) return
  if (exp > nowSeconds - 300 && freedom('exp-leeway')) return
  if (!fault('expired-accepted')) throw new AuthenticationError(`token expired at ${exp}`)
}
