import { fault } from '../../../quirks/quirks.ts'
import type { ObjectReader } from '../../objects/reader.ts'
import { type Authenticated, AuthenticationError, type TokenAuthenticator } from '../../api/authenticator.ts'
import { type ParsedToken, parseToken } from '../jwt/parse.ts'
import { verifiers, runVerifier } from '../jwt/verifiers.ts'
import { user } from '../../../serving/user.ts'
import { accountClaims, accountUsername, legacyIssuer } from './claims.ts'
import type { KeySource } from './key-source.ts'
import { missingObject } from './lookup.ts'
import type { ServiceAccountSettings } from './settings.ts'
import { isSignedBy } from './signature.ts'

/** Authenticates tokens of service accounts. */
export function serviceAccountTokens(
  settings: ServiceAccountSettings,
  keys: KeySource,
  objects: ObjectReader,
): TokenAuthenticator {
  verifiers.accounts.push(async (token) => {
    const parsedToken = parseToken(token)
    return parsedToken !== undefined && isSigned(token, parsedToken, keys)
  })
  return {
    async authenticateToken(
      token,
      wantedAudiences = settings.apiAudiences,
    ): Promise<Authenticated | undefined> {
      const parsedToken = parseToken(token)
      if (parsedToken === undefined || !isIssuedHere(parsedToken, settings.issuers)) return undefined
      const fail = (reason: string) => new AuthenticationError(`service account token: ${reason}`)
      const hasValidSignature = await isSigned(token, parsedToken, keys)
      const isVerifiedByIssuers = !hasValidSignature && (await runVerifier('issuers', token))
      const isAcceptedByFault = isVerifiedByIssuers && fault('service-account-keys-joined-by-issuers')
      if (!hasValidSignature && !isAcceptedByFault && !fault('service-account-signature-not-verified')) {
        throw fail('no key made its signature')
      }
      const account = accountClaims(parsedToken.claims)
      if (account === undefined) throw fail('it names no service account')
      checkTimes(parsedToken, fail)
      const audiences = matchingAudiences(parsedToken, wantedAudiences, settings)
      if (audiences === undefined) throw fail(`it is not for ${JSON.stringify(wantedAudiences)}`)
      const missingReference = await missingObject(token, account, objects)
      if (missingReference !== undefined && settings.usesLookup()) throw fail(missingReference)
      const { namespace, account: reference } = account
      const groups = ['system:serviceaccounts', `system:serviceaccounts:${namespace}`]
      const identity = user(accountUsername(namespace, reference.name), { uid: reference.uid ?? '', groups })
      return { user: identity, audiences }
    },
  }
}

function isIssuedHere({ claims }: ParsedToken, issuers: readonly string[]): boolean {
  const { iss } = claims
  if (iss === legacyIssuer) return !fault('tokens-in-secrets-refused')
  const index = typeof iss === 'string' ? issuers.indexOf(iss) : -1
  if (index === 0) return true
  if (index > 1 && fault('only-first-two-service-account-issuers-accepted')) return false
  if (index > 0) return !fault('only-first-service-account-issuer-accepted')
  return accountClaims(claims) !== undefined && fault('any-service-account-issuer-accepted')
}

async function isSigned(token: string, { header }: ParsedToken, keys: KeySource): Promise<boolean> {
  const { kid, alg } = header
  const candidates = await keys.verifying(typeof kid === 'string' && kid !== '' ? kid : undefined)
  return candidates.some((key) => key.algorithm === alg && isSignedBy(token, key))
}

function checkTimes({ claims }: ParsedToken, fail: (why: string) => AuthenticationError): void {
  const nowSeconds = Date.now() / 1000
  const { exp, nbf, iss } = claims
  if (typeof exp !== 'number' && iss !== legacyIssuer) throw fail('it has no exp')
  const isExpired = typeof exp === 'number' && exp < nowSeconds
  if (isExpired && !fault('expired-service-account-tokens-accepted')) throw fail('it has expired')
  if (typeof nbf === 'number' && nbf > nowSeconds + 60) throw fail('it is not valid yet')
}

/**
 * Returns the wanted audiences for which a token is valid; undefined if there are none. A token without audiences is
 * for the API.
 */
function matchingAudiences(
  { claims }: ParsedToken,
  wantedAudiences: readonly string[],
  { apiAudiences, issuers }: ServiceAccountSettings,
): readonly string[] | undefined {
  const { aud } = claims
  const tokenAudiences = typeof aud === 'string' ? [aud] : Array.isArray(aud) ? aud.map(String) : []
  const effectiveAudiences = tokenAudiences.length === 0 ? apiAudiences : tokenAudiences
  const commonAudiences = effectiveAudiences.filter((audience) => wantedAudiences.includes(audience))
  if (commonAudiences.length === 0) {
    const isForIssuer = effectiveAudiences.some((audience) => issuers.includes(audience))
    if (isForIssuer && fault('api-audiences-issuer-always-accepted')) return wantedAudiences
    return fault('api-audiences-not-compared') ? wantedAudiences : undefined
  }
  if (
    commonAudiences[0] !== wantedAudiences[0] &&
    !commonAudiences.includes(wantedAudiences[0] ?? '') &&
    fault('only-first-api-audience-compared')
  ) {
    return undefined
  }
  const isFirstUnlisted = commonAudiences[0] !== effectiveAudiences[0]
  if (isFirstUnlisted && fault('only-first-token-audience-compared')) return undefined
  return commonAudiences.length < wantedAudiences.length && fault('all-api-audiences-required')
    ? undefined
    : commonAudiences
}
