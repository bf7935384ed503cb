import type { FlagValues } from '../../flags/flag-values.ts'
import type { AuthenticationConfig } from '../config/authentication/fields.ts'
import { fault, freedom } from '../../quirks/quirks.ts'
import { checkIdentityExclusions } from '../flags/check-identity.ts'
import { type AnonymousSettings, anonymous } from './anonymous.ts'
import type { Authenticator, TokenAuthenticator } from '../api/authenticator.ts'
import { chain } from './chain.ts'
import { configureCertificates } from './configure-certificates.ts'
import { configureTokens } from './configure-tokens.ts'
import type { JwtSettings } from './jwt/settings.ts'
import { staticTokens } from './static-tokens.ts'
import { bearerTokens } from './tokens.ts'
import { type Dialer, dialDirectly } from '../../client-config/dialer.ts'
import { dialerOf } from '../egress/egress.ts'
import { NamedAuthorities } from '../serving/named-authorities.ts'
import type { Route } from '../../serving/router.ts'
import type { ObjectReader } from '../objects/reader.ts'

/** Authenticators of the server, with their endpoints. */
export interface Authentication {
  readonly requests: Authenticator
  readonly tokens: readonly TokenAuthenticator[]
  /** Endpoints of the authenticators. */
  readonly routes: readonly Route[]
}

/** Services for authenticators that work in the background. */
export interface AuthenticationServices {
  readonly signal: AbortSignal
  readonly report: (problem: string) => void
  readonly objects: ObjectReader
  /** Audiences of this API in tokens. */
  readonly apiAudiences: readonly string[]
  /** Returns the dialer of an egress selection; undefined if none is configured under the name. */
  readonly egress: (selection: string) => Dialer | undefined
}

/** Creates the authenticators from flags and file. Throws a Refusal for an invalid configuration. */
export async function configureAuthentication(
  flags: FlagValues,
  services: AuthenticationServices,
): Promise<Authentication> {
  const file = await readFile(flags)
  if (file !== undefined) checkIdentityExclusions(flags, file)
  const tokenFile = flags.string('token-auth-file')
  const tokens: TokenAuthenticator[] = tokenFile === undefined ? [] : [staticTokens(tokenFile)]
  const settings = await jwtSettings(flags, file)
  if (settings.length > 0) tokens.push(await startJwt(settings, services, new NamedAuthorities(flags)))
  const dial = dialerOf(services.egress, 'controlplane')
  const configuredTokens = await configureTokens(flags, { ...services, dial })
  tokens.push(...configuredTokens.tokens)
  if (freedom('jwt-before-other-tokens')) tokens.reverse()
  const requestAuthenticators = [...(await configureCertificates(flags)), bearerTokens(tokens)]
  return {
    requests: chain(requestAuthenticators, anonymous(anonymousSettings(flags, file))),
    tokens,
    routes: configuredTokens.routes,
  }
}

async function readFile(flags: FlagValues): Promise<AuthenticationConfig | undefined> {
  const path = flags.string('authentication-config')
  if (path === undefined) return undefined
  const { loadConfig } = await import('../config/load.ts')
  const { authenticationKind } = await import('../config/authentication/authentication.ts')
  return loadConfig(path, authenticationKind)
}

async function jwtSettings(
  flags: FlagValues,
  file: AuthenticationConfig | undefined,
): Promise<readonly JwtSettings[]> {
  const { settingsFromFile } = await import('./jwt/settings-from-file.ts')
  const { settingsFromFlags } = await import('./jwt/settings-from-flags.ts')
  const fileSettings = (file?.jwt ?? []).map((entry) => settingsFromFile(entry))
  return [...fileSettings, settingsFromFlags(flags)].filter((settings) => settings !== undefined)
}

async function startJwt(
  settings: readonly JwtSettings[],
  { signal, report, egress }: AuthenticationServices,
  namedAuthorities: NamedAuthorities,
): Promise<TokenAuthenticator> {
  const { JwtAuthenticator } = await import('./jwt/authenticator.ts')
  const { issuerClient } = await import('./jwt/issuer-client.ts')
  const { jwtTokens } = await import('./jwt/token-authenticator.ts')
  const authenticators = settings.map((setting) => {
    const { egressSelectorType, certificateAuthority } = setting.issuer
    const clusterDialer = egress('cluster')
    const selectedDialer =
      egressSelectorType !== undefined
        ? (egress(selectionOf(egressSelectorType)) ?? unselectedDialer(egressSelectorType))
        : clusterDialer !== undefined && fault('egress-used-without-selector-type')
          ? clusterDialer
          : undefined
    const dial = selectedDialer ?? dialDirectly
    const client = issuerClient(certificateAuthority, dial, namedAuthorities)
    return new JwtAuthenticator(setting, client)
  })
  for (const authenticator of authenticators) authenticator.start(signal, report)
  return jwtTokens(authenticators)
}

/** Returns a dialer that fails, because the selection for the traffic of an issuer is not configured. */
function unselectedDialer(egressSelectorType: string): Dialer {
  if (fault('egress-missing-selection-dialled-directly')) return dialDirectly
  return () => Promise.reject(new Error(`the egress selection ${egressSelectorType} is not configured`))
}

/** Returns the egress selection of an issuer. A fault swaps the two selections. */
function selectionOf(egressSelectorType: string): string {
  if (!fault('egress-selector-types-swapped')) return egressSelectorType
  return egressSelectorType === 'cluster' ? 'controlplane' : 'cluster'
}

/** Returns the settings for anonymous requests. The file takes precedence over the flag. */
function anonymousSettings(flags: FlagValues, file: AuthenticationConfig | undefined): AnonymousSettings {
  const anonymousConfig = file?.anonymous
  if (anonymousConfig !== undefined) {
    const paths = anonymousConfig.conditions?.map(({ path }) => path ?? '')
    const isEnabled = anonymousConfig.enabled ?? false
    return {
      enabled: () => (isEnabled ? !fault('anonymous-in-file-ignored') : fault('anonymous-enabled-ignored')),
      paths,
    }
  }
  if (!flags.bool('anonymous-auth')) return { enabled: () => fault('anonymous-auth-flag-ignored') }
  const ignoredFault = flags.isSet('anonymous-auth')
    ? 'anonymous-auth-true-ignored'
    : 'anonymous-auth-default-off'
  const hasFile = file !== undefined
  return {
    enabled: () => !fault(ignoredFault) && !(hasFile && fault('anonymous-off-with-jwt-file')),
  }
}
