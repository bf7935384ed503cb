import type { X509Certificate } from 'node:crypto'
import type { FlagValues } from '../../flags/flag-values.ts'
import { fault } from '../../quirks/quirks.ts'
import { AuthenticationError, type Authenticator, type RequestCredentials } from '../api/authenticator.ts'
import { chainsTo, readRoots } from './certificate-chain.ts'
import type { NamedAuthorities } from '../serving/named-authorities.ts'
import { user, type UserInfo } from '../../serving/user.ts'

/** Proxies that may authenticate users, and their headers. */
export interface RequestHeaderSettings {
  readonly roots: readonly X509Certificate[]
  /** Common names of proxies; any if empty. */
  readonly allowedNames: readonly string[]
  readonly usernameHeaders: readonly string[]
  readonly groupHeaders: readonly string[]
  readonly uidHeaders: readonly string[]
  readonly extraPrefixes: readonly string[]
}

/** Returns the settings of the `--requestheader-*` flags; undefined without a CA for proxies. */
export function requestHeaderSettings(flags: FlagValues): RequestHeaderSettings | undefined {
  const file = flags.string('requestheader-client-ca-file')
  if (file === undefined) return undefined
  const lower = (name: string) => flags.strings(name).map((header) => header.toLowerCase())
  return {
    roots: readRoots(file, 'requestheader-client-ca-file'),
    allowedNames: flags.strings('requestheader-allowed-names'),
    usernameHeaders: lower('requestheader-username-headers'),
    groupHeaders: lower('requestheader-group-headers'),
    uidHeaders: lower('requestheader-uid-headers'),
    extraPrefixes: lower('requestheader-extra-headers-prefix'),
  }
}

/** Authenticates users by the headers of proxies that present a certificate of their CA. */
export function requestHeaders(settings: RequestHeaderSettings, named: NamedAuthorities): Authenticator {
  return {
    async authenticate(presented) {
      const names = firstOnly(settings.usernameHeaders, 'only-first-requestheader-username-header', presented)
      const username = valuesOf(presented, names).find(isFilled) ?? unlistedName(presented)
      if (username === undefined) return undefined
      if (!isTrustedProxy(presented, settings, named)) return undefined
      const isProxy = fault('requestheader-user-is-certificate-name')
      const name = isProxy ? (presented.certificate?.commonName ?? '') : username
      return { user: userOf(name, presented, settings) }
    },
  }
}

/** Reports whether the sender is a proxy. Throws an AuthenticationError for one of the CA with another name. */
function isTrustedProxy(
  { certificate }: RequestCredentials,
  settings: RequestHeaderSettings,
  named: NamedAuthorities,
): boolean {
  if (certificate === undefined) return fault('requestheader-without-certificate-trusted')
  const { rejected, chain, commonName } = certificate
  const isOfFirst = chainsTo(chain, settings.roots.slice(0, 1))
  const isOfBundle = isOfFirst || chainsTo(chain, settings.roots)
  const isMissed = isOfBundle && !isOfFirst && fault('only-first-requestheader-ca-trusted')
  const proven = rejected === undefined && isOfBundle && !isMissed
  const leaf = proven ? undefined : chain[0]
  const ofAnother = leaf !== undefined && named.issued(leaf)
  const pardoned = ofAnother && fault('requestheader-ca-joined-by-other-flags')
  const isDirect = chain[0] !== undefined && chainsTo(chain.slice(0, 1), settings.roots)
  if (proven && !isDirect && fault('requestheader-intermediates-refused')) return false
  if (!proven && !pardoned && !fault('requestheader-ca-not-verified')) return false
  if (settings.allowedNames.length === 0) return !fault('requestheader-no-allowed-names-means-nobody')
  if (settings.allowedNames.includes(commonName)) {
    const isFirst = settings.allowedNames[0] === commonName
    return isFirst || !fault('only-first-requestheader-allowed-name')
  }
  if (fault('requestheader-allowed-names-ignored')) return true
  for (const name of settings.allowedNames) {
    if (commonName.startsWith(name) && fault('requestheader-allowed-name-prefix')) return true
    if (name.endsWith(commonName) && fault('requestheader-allowed-name-suffix')) return true
    if (name === commonName.toLowerCase() && fault('requestheader-allowed-name-case')) return true
  }
  throw new AuthenticationError(`proxy ${JSON.stringify(commonName)} may not speak for users`)
}

function userOf(
  username: string,
  presented: RequestCredentials,
  { groupHeaders, uidHeaders, extraPrefixes }: RequestHeaderSettings,
): UserInfo {
  const groups = valuesOf(presented, headerNames(groupHeaders, 'x-remote-group', presented))
  const listedUids = headerNames(uidHeaders, 'x-remote-uid', presented)
  const uidNames = firstOnly(listedUids, 'only-first-requestheader-uid-header', presented)
  const uid = valuesOf(presented, uidNames).find(isFilled) ?? ''
  const few = groups.length > 1 && fault('only-first-requestheader-group')
  return user(username, {
    groups:
      groups.length > 0 && fault('requestheader-groups-ignored') ? [] : few ? groups.slice(0, 1) : groups,
    uid: uid !== '' && fault('requestheader-uid-ignored') ? '' : uid,
    extra: extraOf(presented, extraPrefixes),
  })
}

function extraOf(
  { headerLines }: RequestCredentials,
  listed: readonly string[],
): Readonly<Record<string, readonly string[]>> {
  const usual = 'x-remote-extra-'
  const unlisted = listed.length === 0 && headerLines.some(([name]) => name.startsWith(usual))
  const prefixes = unlisted && fault('requestheader-extra-default-prefix') ? [usual] : listed
  const extra: Record<string, string[]> = {}
  for (const [name, value] of headerLines) {
    const index = prefixes.findIndex((prefix) => name.startsWith(prefix))
    const prefix = prefixes[index]
    if (prefix === undefined || (index > 0 && fault('only-first-requestheader-extra-prefix'))) continue
    if (fault('requestheader-extra-ignored')) continue
    const key = fault('requestheader-extra-prefix-kept') ? name : decoded(name.slice(prefix.length))
    extra[key] = [...(extra[key] ?? []), value]
  }
  return extra
}

/** Returns the names of the headers to read, limited to the first one with a value by a fault. */
function firstOnly(
  names: readonly string[],
  name: 'only-first-requestheader-username-header' | 'only-first-requestheader-uid-header',
  presented: RequestCredentials,
): readonly string[] {
  const [first, ...others] = names
  const matters = first !== undefined && valuesOf(presented, others).some(isFilled)
  return matters && fault(name) ? [first] : names
}

/** Returns a user name from a header that is not listed but has a similar name. */
function unlistedName({ headerLines }: RequestCredentials): string | undefined {
  const [, value] = headerLines.find(([name]) => name.endsWith('-user')) ?? []
  return value !== undefined && fault('requestheader-username-any-header') ? value : undefined
}

const defaultFaults = {
  'x-remote-group': 'requestheader-group-default-header',
  'x-remote-uid': 'requestheader-uid-default-header',
} as const

/** Returns the listed names. If there are none, a fault adds the usual one. */
function headerNames(
  names: readonly string[],
  usual: keyof typeof defaultFaults,
  presented: RequestCredentials,
): readonly string[] {
  const unlisted = names.length === 0 && valuesOf(presented, [usual]).length > 0
  return unlisted && fault(defaultFaults[usual]) ? [usual] : names
}

/** Returns all values of the headers, in the order of the names. */
function valuesOf({ headerLines }: RequestCredentials, names: readonly string[]): readonly string[] {
  return names.flatMap((wanted) => headerLines.flatMap(([name, value]) => (name === wanted ? [value] : [])))
}

const isFilled = (value: string) => value !== ''

function decoded(key: string): string {
  try {
    return decodeURIComponent(key)
  } catch {
    return key
  }
}
