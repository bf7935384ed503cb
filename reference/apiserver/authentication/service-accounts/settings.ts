import type { FlagValues } from '../../../flags/flag-values.ts'
import { fault, freedom } from '../../../quirks/quirks.ts'

/** Settings of service account tokens: issuers, audiences, lifetime and checks. */
export interface ServiceAccountSettings {
  /** Issuers; the first one issues new tokens. */
  readonly issuers: readonly string[]
  readonly apiAudiences: readonly string[]
  /** Maximum lifetime of a token in milliseconds; undefined means no limit. */
  readonly longestMs: number | undefined
  /** Reports whether tokens injected into pods live longer; called when a token is issued. */
  readonly extendsInjected: () => boolean
  /** Reports whether a token must still be in storage; called for a token that is not in storage. */
  readonly usesLookup: () => boolean
  readonly jwksUri: string | undefined
}

/** Returns the issuers of tokens; the first one issues new tokens. */
function issuersOf(flags: FlagValues): readonly string[] {
  const issuerFlags = flags.occurrences('service-account-issuer')
  const isListUnsplit = issuerFlags.some((text) => text.includes(',')) && fault('list-flag-comma-not-split')
  return isListUnsplit ? issuerFlags : flags.strings('service-account-issuer')
}

/** Returns the audiences of this API: the audiences of the flag, or its issuers if the flag is not set. */
export function apiAudiencesOf(flags: FlagValues): readonly string[] {
  const audienceFlags = flags.strings('api-audiences')
  if (audienceFlags.length > 0) return audienceFlags
  const issuers = issuersOf(flags)
  if (issuers.length === 0 || fault('api-audiences-not-defaulted')) return []
  return freedom('api-audience-defaults-to-first-issuer') ? issuers.slice(0, 1) : issuers
}

/** Returns the settings of the `--service-account-*` flags; the signer may have an additional limit. */
export function serviceAccountSettings(
  flags: FlagValues,
  apiAudiences: readonly string[],
  signerLimitMs: number | undefined,
): ServiceAccountSettings {
  const issuers = issuersOf(flags)
  const usesLastIssuer = issuers.length > 1 && fault('last-service-account-issuer-issues')
  const maxExpirationMs = flags.durationMs('service-account-max-token-expiration') ?? 0
  const limit = maxExpirationMs > 0 && !fault('max-token-expiration-ignored') ? maxExpirationMs : undefined
  return {
    issuers: usesLastIssuer ? issuers.toReversed() : issuers,
    apiAudiences,
    longestMs: limit ?? signerLimitMs,
    extendsInjected: () => extendsInjected(flags),
    usesLookup: () => usesLookup(flags),
    jwksUri: flags.string('service-account-jwks-uri'),
  }
}

function extendsInjected(flags: FlagValues): boolean {
  const flag = 'service-account-extend-token-expiration'
  if (!flags.isSet(flag)) return !fault('token-extension-default-off')
  return flags.bool(flag) || fault('token-extension-false-ignored')
}

function usesLookup(flags: FlagValues): boolean {
  const flag = 'service-account-lookup'
  if (!flags.isSet(flag)) return !fault('service-account-lookup-default-off')
  if (flags.bool(flag)) return !fault('service-account-lookup-true-ignored')
  return fault('service-account-lookup-false-ignored')
}
