import { X509Certificate } from 'node:crypto'
import type { FlagValues } from '../../flags/flag-values.ts'
import { fault } from '../../quirks/quirks.ts'
import { AuthenticationError, type Authenticator, type RequestCredentials } from '../api/authenticator.ts'
import { chainsTo, readRoots } from './certificate-chain.ts'
import type { NamedAuthorities } from '../serving/named-authorities.ts'
import { user, type UserInfo } from '../../serving/user.ts'

/** Proxies that may authenticate users, and their headers. */
export interface RequestHeaderSettings {
  readonly roots: readonly X509Certificate[]
  /** Permitted common names of proxies; if empty, any name is permitted. */
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
  const entriesOf = (name: string) => {
    const entries = flags.strings(name)
    return entries.length > 2 && fault('only-first-two-requestheader-entries-used')
      ? entries.slice(0, 2)
      : entries
  }
  const lowerCaseNames = (name: string) => entriesOf(name).map((header) => header.toLowerCase())
  return {
    roots: readRoots(file, 'requestheader-client-ca-file'),
    allowedNames: entriesOf('requestheader-allowed-names'),
    usernameHeaders: lowerCaseNames('requestheader-username-headers'),
    groupHeaders: lowerCaseNames('requestheader-group-headers'),
    uidHeaders: lowerCaseNames('requestheader-uid-headers'),
    extraPrefixes: lowerCaseNames('requestheader-extra-headers-prefix'),
  }
}

/** Authenticates users by the headers of proxies that present a certificate of their CA. */
export function requestHeaders(
  settings: RequestHeaderSettings,
  namedAuthorities: NamedAuthorities,
): Authenticator {
  const keptUsers = new Map<string, UserInfo>()
  return {
    async authenticate(presented) {
      const leaf = Buffer.from(presented.certificate?.chain[0] ?? []).toString('base64')
      const keptUser = keptUsers.get(leaf)
      if (keptUser !== undefined && fault('requestheader-user-of-proxy-kept')) return { user: keptUser }
      const names = limitToFirst(
        settings.usernameHeaders,
        'only-first-requestheader-username-header',
        presented,
      )
      const username = valuesOf(presented, names).find(isFilled) ?? unlistedName(presented)
      if (username === undefined) return undefined
      if (!isTrustedProxy(presented, settings, namedAuthorities)) return undefined
      const isProxy = fault('requestheader-user-is-certificate-name')
      const name = isProxy ? (presented.certificate?.commonName ?? '') : username
      const headerUser = userOf(name, presented, settings)
      keptUsers.set(leaf, headerUser)
      return { user: headerUser }
    },
  }
}

/**
 * Reports whether the sender is a proxy. Throws an AuthenticationError for a certificate of the CA whose name is not
 * permitted.
 */
function isTrustedProxy(
  { certificate }: RequestCredentials,
  settings: RequestHeaderSettings,
  namedAuthorities: NamedAuthorities,
): boolean {
  if (certificate === undefined) return fault('requestheader-without-certificate-trusted')
  const { rejected, chain, commonName, organizations } = certificate
  const isOfFirst = chainsTo(chain, settings.roots.slice(0, 1))
  const isOfBundle = isOfFirst || chainsTo(chain, settings.roots)
  const isOfFirstTwo = chainsTo(chain, settings.roots.slice(0, 2))
  const isOfIgnoredCa =
    isOfBundle &&
    ((!isOfFirst && fault('only-first-requestheader-ca-trusted')) ||
      (!isOfFirstTwo && fault('only-first-two-requestheader-cas-trusted')))
  const isOutdated = rejected === 'CERT_HAS_EXPIRED' || rejected === 'CERT_NOT_YET_VALID'
  const isAcceptedOutdated =
    isOutdated && isOfDirectly(chain, settings.roots) && fault('requestheader-certificate-times-ignored')
  const isProxyVerified = (rejected === undefined || isAcceptedOutdated) && isOfBundle && !isOfIgnoredCa
  const leaf = isProxyVerified ? undefined : chain[0]
  const isOfOtherAuthority = leaf !== undefined && namedAuthorities.issued(leaf)
  const isAcceptedByFault = isOfOtherAuthority && fault('requestheader-ca-joined-by-other-flags')
  const isIssuedDirectly = isOfDirectly(chain, settings.roots)
  if (isProxyVerified && !isIssuedDirectly && fault('requestheader-intermediates-refused')) return false
  if (!isProxyVerified && !isAcceptedByFault && !fault('requestheader-ca-not-verified')) return false
  if (settings.allowedNames.length === 0) return !fault('requestheader-no-allowed-names-means-nobody')
  if (settings.allowedNames.includes(commonName)) {
    const isFirstName = settings.allowedNames[0] === commonName
    return isFirstName || !fault('only-first-requestheader-allowed-name')
  }
  if (fault('requestheader-allowed-names-ignored')) return true
  for (const name of settings.allowedNames) {
    if (commonName.startsWith(name) && fault('requestheader-allowed-name-prefix')) return true
    if (name.endsWith(commonName) && fault('requestheader-allowed-name-suffix')) return true
    if (name === commonName.toLowerCase() && fault('requestheader-allowed-name-case')) return true
    if (hasDnsName(chain[0], name) && fault('requestheader-allowed-name-is-dns-name')) return true
    if (organizations.includes(name) && fault('requestheader-allowed-name-is-organization')) return true
  }
  throw new AuthenticationError(`proxy ${JSON.stringify(commonName)} may not speak for users`)
}

/** Reports whether a certificate is issued by one of the roots, without an intermediate. */
const isOfDirectly = (chain: readonly Uint8Array[], roots: readonly X509Certificate[]): boolean =>
  chain[0] !== undefined && chainsTo(chain.slice(0, 1), roots)

function hasDnsName(certificate: Uint8Array | undefined, name: string): boolean {
  return (
    certificate !== undefined &&
    new X509Certificate(certificate).checkHost(name, { subject: 'never' }) !== undefined
  )
}

function userOf(
  username: string,
  presented: RequestCredentials,
  { groupHeaders, uidHeaders, extraPrefixes }: RequestHeaderSettings,
): UserInfo {
  const groups = valuesOf(presented, headerNames(groupHeaders, 'x-remote-group', presented))
  const listedUids = headerNames(uidHeaders, 'x-remote-uid', presented)
  const uidNames = limitToFirst(listedUids, 'only-first-requestheader-uid-header', presented)
  const uid = valuesOf(presented, uidNames).find(isFilled) ?? ''
  const usesOnlyFirstGroup = groups.length > 1 && fault('only-first-requestheader-group')
  return user(username, {
    groups:
      groups.length > 0 && fault('requestheader-groups-ignored')
        ? []
        : usesOnlyFirstGroup
          ? groups.slice(0, 1)
          : groups,
    uid: uid !== '' && fault('requestheader-uid-ignored') ? '' : uid,
    extra: extraFromHeaders(presented, extraPrefixes),
  })
}

function extraFromHeaders(
  { headerLines }: RequestCredentials,
  listedPrefixes: readonly string[],
): Readonly<Record<string, readonly string[]>> {
  const defaultPrefix = 'x-remote-extra-'
  const hasDefaultExtra =
    listedPrefixes.length === 0 && headerLines.some(([name]) => name.startsWith(defaultPrefix))
  const prefixes =
    hasDefaultExtra && fault('requestheader-extra-default-prefix') ? [defaultPrefix] : listedPrefixes
  const extraValues: Record<string, string[]> = {}
  for (const [name, value] of headerLines) {
    const index = prefixes.findIndex((prefix) => name.startsWith(prefix))
    const prefix = prefixes[index]
    if (prefix === undefined || (index > 0 && fault('only-first-requestheader-extra-prefix'))) continue
    if (fault('requestheader-extra-ignored')) continue
    const key = fault('requestheader-extra-prefix-kept') ? name : decodeKey(name.slice(prefix.length))
    extraValues[key] = [...(extraValues[key] ?? []), value]
  }
  return extraValues
}

/** Returns the names of the headers to read. A fault limits them to the first header with a value. */
function limitToFirst(
  names: readonly string[],
  name: 'only-first-requestheader-username-header' | 'only-first-requestheader-uid-header',
  presented: RequestCredentials,
): readonly string[] {
  const [firstName, ...otherNames] = names
  const hasOtherValue = firstName !== undefined && valuesOf(presented, otherNames).some(isFilled)
  return hasOtherValue && fault(name) ? [firstName] : names
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

/** Returns the listed names. If there are none, a fault adds the usual name. */
function headerNames(
  names: readonly string[],
  defaultHeader: keyof typeof defaultFaults,
  presented: RequestCredentials,
): readonly string[] {
  const hasDefaultValue = names.length === 0 && valuesOf(presented, [defaultHeader]).length > 0
  return hasDefaultValue && fault(defaultFaults[defaultHeader]) ? [defaultHeader] : names
}

/** Returns all values of the headers, in the order of the names. */
function valuesOf({ headerLines }: RequestCredentials, names: readonly string[]): readonly string[] {
  return names.flatMap((wantedName) =>
    headerLines.flatMap(([name, value]) => (name === wantedName ? [value] : [])),
  )
}

const isFilled = (value: string) => value !== ''

function decodeKey(key: string): string {
  try {
    return decodeURIComponent(key)
  } catch {
    return key
  }
}
