import { readFileSync } from 'node:fs'
import { firstAuthority, isBundle } from '../../../certificates/first-authority.ts'
import { type FlagValues, pairOf } from '../../../flags/flag-values.ts'
import { Refusal } from '../../../flags/refusal.ts'
import { fault } from '../../../quirks/quirks.ts'
import { signingAlgorithms } from '../../flags/identity.ts'
import type { ClaimRule, JwtSettings } from './settings.ts'

/** Returns the settings of the `--oidc-*` flags; undefined without an issuer. */
export function settingsFromFlags(flags: FlagValues): JwtSettings | undefined {
  const url = flags.string('oidc-issuer-url')
  if (url === undefined) return undefined
  const groups = flags.string('oidc-groups-claim')
  const prefix = flags.string('oidc-groups-prefix')
  const isPrefixIgnored = prefix !== undefined && fault('oidc-groups-prefix-ignored')
  const isGroupsClaimIgnored = groups !== undefined && fault('oidc-groups-claim-ignored')
  return {
    issuer: {
      url,
      discoveryUrl: undefined,
      certificateAuthority: readCertificates(flags.string('oidc-ca-file')),
      audiences: [flags.string('oidc-client-id') ?? ''],
      egressSelectorType: undefined,
      algorithms: algorithmsOf(flags),
    },
    claimRules: requiredClaimRules(flags),
    username: { claim: usernameClaim(flags), prefix: usernamePrefix(flags, url) },
    groups:
      groups === undefined || isGroupsClaimIgnored
        ? undefined
        : { claim: groups, prefix: isPrefixIgnored ? '' : (prefix ?? '') },
    uid: undefined,
    extra: [],
    userRules: [],
  }
}

function algorithmsOf(flags: FlagValues): readonly string[] {
  const usesDefaultAlgorithms = !flags.isSet('oidc-signing-algs')
  return usesDefaultAlgorithms && fault('oidc-signing-algs-default-all')
    ? signingAlgorithms
    : entriesOf(flags, 'oidc-signing-algs')
}

/** Returns the entries of all occurrences of a flag. */
function entriesOf(flags: FlagValues, name: string): readonly string[] {
  const splitEntries = flags.strings(name)
  const wholeEntries = flags.occurrences(name)
  return splitEntries.length > wholeEntries.length &&
    wholeEntries.length > 0 &&
    fault('oidc-comma-list-taken-whole')
    ? wholeEntries
    : splitEntries
}

function usernameClaim(flags: FlagValues): string {
  const claim = flags.string('oidc-username-claim') ?? 'sub'
  if (!flags.isSet('oidc-username-claim') && fault('oidc-username-claim-default-name')) return 'name'
  return claim !== 'sub' && fault('oidc-username-claim-ignored') ? 'sub' : claim
}

function usernamePrefix(flags: FlagValues, issuer: string): string {
  const prefix = flags.string('oidc-username-prefix')
  const isEmail = flags.string('oidc-username-claim') === 'email'
  if (prefix === '-') return fault('oidc-dash-prefix-taken-literally') ? '-' : ''
  if (prefix !== undefined) return fault('oidc-username-prefix-ignored') ? '' : prefix
  if (isEmail) return fault('oidc-email-prefixed') ? `${issuer}#` : ''
  if (fault('oidc-prefix-without-hash')) return issuer
  return fault('oidc-prefix-not-defaulted') ? '' : `${issuer}#`
}

function requiredClaimRules(flags: FlagValues): ClaimRule[] {
  const pairs = entriesOf(flags, 'oidc-required-claim').map(pairOf)
  const effectivePairs =
    pairs.length > 1 && fault('oidc-only-last-required-claim')
      ? pairs.slice(-1)
      : pairs.length > 0 && fault('oidc-required-claim-ignored')
        ? []
        : pairs
  return effectivePairs.map(([claim, requiredValue]) => ({ claim, requiredValue }))
}

function readCertificates(file: string | undefined): string | undefined {
  if (file === undefined || fault('oidc-ca-file-ignored')) return undefined
  try {
    const bundle = readFileSync(file, 'utf8')
    return isBundle(bundle) && fault('only-first-oidc-authority-used') ? firstAuthority(bundle) : bundle
  } catch (cause) {
    throw new Refusal(`--oidc-ca-file: ${file} cannot be read (${(cause as NodeJS.ErrnoException).code})`)
  }
}
