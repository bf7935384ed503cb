import { shared } from '#kit'
import { type Dialect, file } from '#kit/launch.ts'
import type { ApiServer } from '#harness/programs/api-server.ts'
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

/** Environment of the authenticators of one server while their configuration is written. */
export interface AuthenticatorContext {
  readonly host: OidcHost
  /** Creates another issuer, on its own listener if given, which `Authenticator.neighbour` finds again. */
  readonly neighbour: (suffix: string, listener?: Listener) => OidcIssuer
  readonly dialect: Dialect
}

/** Changes the plain authenticator of an issuer into the authenticator of a suite. */
export type AuthenticatorSpec = (
  plain: JwtAuthenticator,
  issuer: OidcIssuer,
  context: AuthenticatorContext,
) => JwtAuthenticator | Promise<JwtAuthenticator>

// Maximum number of entries per server, a limit of the kubernetes dialect.
const maxPerServer = 60

/** Differences of the servers of a suite from the default servers. */
export interface SharedServerOptions {
  /** Default: v1. */
  readonly version?: AuthenticationVersion
  /** Flags and environment in addition to the defaults. */
  readonly extraSpec?: (host: OidcHost) => ServerSpec | Promise<ServerSpec>
}

/** Servers of a suite or of a group of suites, with as many authenticators as possible on each. */
export class AuthenticatorServers {
  readonly #options: SharedServerOptions
  readonly #servers: { readonly specs: NamedSpec[]; readonly fixture: AuthenticatorFixture }[] = []

  constructor(options: SharedServerOptions = {}) {
    this.#options = options
  }

  /**
   * Declares the authenticators of a suite.
   * @param suite prefix of the names of their issuers
   */
  authenticators<Name extends string>(
    suite: string,
    specs: Readonly<Record<Name, AuthenticatorSpec>>,
  ): Readonly<Record<Name, Authenticator>> {
    const authenticatorEntries = Object.entries<AuthenticatorSpec>(specs).map(([own, spec]) => {
      const name = `${suite}-${own}`
      return [own, new Authenticator(name, this.#serverOf({ name, spec }))] as const
    })
    return Object.fromEntries(authenticatorEntries) as Record<Name, Authenticator>
  }

  /** Adds an authenticator to the last server, or to a new server if the last server is full. */
  #serverOf(named: NamedSpec): AuthenticatorFixture {
    let lastServer = this.#servers.at(-1)
    if (lastServer === undefined || lastServer.specs.length === maxPerServer) {
      const specs: NamedSpec[] = []
      lastServer = { specs, fixture: authenticatorServer(specs, this.#options) }
      this.#servers.push(lastServer)
    }
    lastServer.specs.push(named)
    return lastServer.fixture
  }
}

/** The server and the issuers of authenticators. */
export interface AuthenticatorFixture {
  server(): Promise<ApiServer>
  host(): Promise<OidcHost>
  /** Returns the issuer that the named authenticator trusts. Default: the issuer of the same name. */
  issuerOf?(name: string): Promise<OidcIssuer>
}

interface NamedSpec {
  readonly name: string
  readonly spec: AuthenticatorSpec
}

/** Declares one server for authenticators, in the order of the list, with the host of their issuers. */
export function authenticatorServer(
  specs: readonly NamedSpec[],
  { version, extraSpec: further }: SharedServerOptions = {},
): AuthenticatorFixture {
  const preparedHost = shared(
    () => prepare(specs),
    ({ host }) => host.stop(),
  )
  const server = sharedServer(async () => {
    const { host, jwt } = await preparedHost()
    const { flags, peers = [], ...rest } = (await further?.(host)) ?? {}
    const content = authenticationConfiguration({ jwt: [...jwt.values()] }, version)
    return {
      ...rest,
      peers: [host, ...peers],
      flags: {
        '--authentication-config': file('authentication.yaml', content),
        // Requests with rejected tokens must fail, and not be anonymous.
        '--anonymous-auth': false,
        ...flags,
      },
    }
  })
  return {
    server,
    host: async () => (await preparedHost()).host,
    issuerOf: async (name) => {
      const { host, jwt } = await preparedHost()
      const url = jwt.get(name)?.issuer.url
      return host.issuers.find((issuer) => issuer.url === url) ?? host.issuer(name)
    },
  }
}

interface Prepared {
  readonly host: OidcHost
  readonly jwt: ReadonlyMap<string, JwtAuthenticator>
}

async function prepare(specs: readonly NamedSpec[]): Promise<Prepared> {
  const { startOidcHost } = await import('#mocks/oidc-issuer/index.ts')
  const host = await startOidcHost()
  const dialect = targetDialect()
  const entries = specs.map(async ({ name, spec }) => {
    const issuer = host.issuer(name)
    const neighbourIssuer = (suffix: string, listener?: Listener): OidcIssuer =>
      host.issuer(`${name}.${suffix}`, listener && { listener })
    return [
      name,
      await spec(plainAuthenticator(issuer), issuer, { host, dialect, neighbour: neighbourIssuer }),
    ] as const
  })
  return { host, jwt: new Map(await Promise.all(entries)) }
}
