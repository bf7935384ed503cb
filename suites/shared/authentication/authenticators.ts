import { shared } from '#harness/check/shared.ts'
import type { Dialect } from '#harness/dialect/dialect.ts'
import { HarnessError } from '#harness/errors.ts'
import type { ApiServer } from '#harness/programs/api-server.ts'
import { file } from '#harness/launch/flags.ts'
import type { OidcHost, OidcIssuer } from '#mocks/oidc-issuer/index.ts'
import type { Listener } from '#mocks/http/index.ts'
import { type ServerSpec, sharedServer } from '../api-server.ts'
import {
  authenticationConfiguration,
  type AuthenticationVersion,
  type JwtAuthenticator,
  plainAuthenticator,
} from './configuration.ts'
import { Authenticator } from './authenticator.ts'
import { targetDialect } from '../dialect.ts'

export { Authenticator } from './authenticator.ts'

/** What surrounds the authenticators of one server while their configuration is written. */
export interface AuthenticatorSurroundings {
  readonly host: OidcHost
  /** Another issuer, on its own listener if given one, which `Authenticator.neighbour` finds again. */
  readonly neighbour: (suffix: string, listener?: Listener) => OidcIssuer
  readonly dialect: Dialect
}

/** Turns the plain authenticator of an issuer into the one that a subject is about. */
export type AuthenticatorSpec = (
  plain: JwtAuthenticator,
  issuer: OidcIssuer,
  around: AuthenticatorSurroundings,
) => JwtAuthenticator | Promise<JwtAuthenticator>

/** One subject: the authenticators that it needs, and the rules that it states about them. */
export interface Subject {
  readonly authenticators: Readonly<Record<string, AuthenticatorSpec>>
  readonly rules: (handles: Readonly<Record<string, Authenticator>>) => void
}

/** Declares a subject; its authenticators share one server with those of other subjects. */
export function subject<Name extends string>(
  authenticators: Readonly<Record<Name, AuthenticatorSpec>>,
  rules: (handles: Readonly<Record<Name, Authenticator>>) => void,
): Subject {
  return { authenticators, rules: rules as Subject['rules'] }
}

// The kubernetes dialect takes no more; a server of its own costs more than an entry.
const mostPerServer = 60

/** How the servers of some subjects differ from the usual ones. */
export interface SharedServerOptions {
  /** Default: v1. */
  readonly version?: AuthenticationVersion
  /** Flags and environment beside the usual ones. */
  readonly beside?: (host: OidcHost) => ServerSpec | Promise<ServerSpec>
}

/** Judges subjects on as few servers as their authenticators allow. Issuers are named `<subject>-<authenticator>`. */
export function shareServers(
  subjects: Readonly<Record<string, Subject>>,
  options: SharedServerOptions = {},
): void {
  const all = Object.entries(subjects).flatMap(([subjectName, { authenticators }]) =>
    Object.entries(authenticators).map(([name, spec]) => ({ name: `${subjectName}-${name}`, spec })),
  )
  const servers = Array.from({ length: Math.ceil(all.length / mostPerServer) }, (_, index) =>
    authenticatorServer(all.slice(index * mostPerServer, (index + 1) * mostPerServer), options),
  )
  for (const [subjectName, { authenticators, rules }] of Object.entries(subjects)) {
    const handles = Object.keys(authenticators).map((name) => {
      const place = all.findIndex((one) => one.name === `${subjectName}-${name}`)
      const world = servers[Math.floor(place / mostPerServer)]
      if (world === undefined)
        throw new HarnessError('harness-fault', `No server carries ${subjectName}-${name}.`)
      return [name, new Authenticator(`${subjectName}-${name}`, world)] as const
    })
    rules(Object.fromEntries(handles))
  }
}

/** The server and the issuers that authenticators live on. */
export interface AuthenticatorWorld {
  server(): Promise<ApiServer>
  host(): Promise<OidcHost>
  /** The issuer that the authenticator of that name trusts; default: the issuer of that name. */
  issuerOf?(name: string): Promise<OidcIssuer>
}

interface NamedSpec {
  readonly name: string
  readonly spec: AuthenticatorSpec
}

/** One server for authenticators, in the order of the list, with the host of their issuers. */
export function authenticatorServer(
  all: readonly NamedSpec[],
  { version, beside }: SharedServerOptions = {},
): AuthenticatorWorld {
  const prepared = shared(
    () => prepare(all),
    ({ host }) => host.stop(),
  )
  const server = sharedServer(async () => {
    const { host, jwt } = await prepared()
    const { flags, peers = [], ...rest } = (await beside?.(host)) ?? {}
    const content = authenticationConfiguration({ jwt: [...jwt.values()] }, version)
    return {
      ...rest,
      peers: [host, ...peers],
      flags: {
        '--authentication-config': file('authentication.yaml', content),
        // A refused token must be refused, not somebody else's.
        '--anonymous-auth': false,
        ...flags,
      },
    }
  })
  return {
    server,
    host: async () => (await prepared()).host,
    issuerOf: async (name) => {
      const { host, jwt } = await prepared()
      const url = jwt.get(name)?.issuer.url
      return host.issuers.find((issuer) => issuer.url === url) ?? host.issuer(name)
    },
  }
}

interface Prepared {
  readonly host: OidcHost
  readonly jwt: ReadonlyMap<string, JwtAuthenticator>
}

async function prepare(all: readonly NamedSpec[]): Promise<Prepared> {
  const { startOidcHost } = await import('#mocks/oidc-issuer/index.ts')
  const host = await startOidcHost()
  const dialect = targetDialect()
  const entries = all.map(async ({ name, spec }) => {
    const issuer = host.issuer(name)
    const neighbour = (suffix: string, listener?: Listener): OidcIssuer =>
      host.issuer(`${name}.${suffix}`, listener && { listener })
    return [name, await spec(plainAuthenticator(issuer), issuer, { host, dialect, neighbour })] as const
  })
  return { host, jwt: new Map(await Promise.all(entries)) }
}
