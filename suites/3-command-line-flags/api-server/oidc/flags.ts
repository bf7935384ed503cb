import { type CertificateAuthority, createAuthority } from '#harness/certificates/authority.ts'
import { file, type FileValue, type Flags } from '#kit/launch.ts'
import type { Claims, MintOptions, OidcHost, OidcIssuer } from '#mocks/oidc-issuer/index.ts'
import { type ServerSpec, sharedServer } from '../../../shared/api-server.ts'
import { audience } from '../../../shared/authentication/configuration.ts'
import { Authenticator } from '../../../shared/authentication/authenticator.ts'
import type { Below } from '../../../shared/certificate-chains.ts'
import type { AuthenticatorFixture } from '../../../shared/authentication/authenticators.ts'

/** Returns the certificates of an issuer as the file of `--oidc-ca-file`. */
export function caFile(issuer: Pick<OidcIssuer, 'certificateAuthority'>): FileValue {
  return file('oidc-ca.crt', issuer.certificateAuthority, { verbatim: true })
}

/** Returns the minimal flags that make a server trust an issuer. */
export function oidcFlags(issuer: OidcIssuer): Flags {
  return {
    '--oidc-issuer-url': issuer.url,
    '--oidc-client-id': audience,
    '--oidc-ca-file': caFile(issuer),
  }
}

/** Turns anonymous requests off, so that access requires credentials. */
export const withoutAnonymousUsers: Flags = { '--anonymous-auth': false }

/** Settings of a flag authenticator's server in addition to `oidcFlags`, and of its tokens. */
export interface FlagAuthenticatorOptions {
  readonly flags?: Flags
  readonly spec?: (issuer: OidcIssuer) => ServerSpec | Promise<ServerSpec>
  /** True if the issuer has a separate listener, so that the host's journal distinguishes its connections. */
  readonly ownListener?: true
  /** Chain of the issuer's certificate to a separate root, which is in the file. */
  readonly chainBelow?: Below
  /** Default claims of each token. */
  readonly claims?: Claims
  readonly mintOptions?: MintOptions
}

// Claims of all tokens. The name differs from the subject, so that confused claims are detected.
const commonClaims: Claims = { name: 'bob' }

/** Authenticator that is configured by flags. Its server has no other authenticator. */
export class FlagAuthenticator extends Authenticator {
  readonly #defaultOptions: FlagAuthenticatorOptions

  constructor(name: string, fixture: AuthenticatorFixture, defaultOptions: FlagAuthenticatorOptions) {
    super(name, fixture)
    this.#defaultOptions = defaultOptions
  }

  override mint(claims: Claims = {}, options: MintOptions = {}): Promise<string> {
    return super.mint(
      { ...commonClaims, ...this.#defaultOptions.claims, ...claims },
      { ...this.#defaultOptions.mintOptions, ...options },
    )
  }
}

/** Declares a flag authenticator; its server starts with the first check that needs it. */
export function flagAuthenticator(
  host: () => Promise<OidcHost>,
  name: string,
  options: FlagAuthenticatorOptions = {},
): FlagAuthenticator {
  const server = sharedServer(async () => {
    const oidcHost = await host()
    const root = options.chainBelow && (await createAuthority('the root of an issuer'))
    const listener = await listenerOf(oidcHost, options, root)
    const issuer = oidcHost.issuer(name, listener && { listener })
    const rootFlags = root && { '--oidc-ca-file': caFile({ certificateAuthority: root.certificate }) }
    const { flags, peers = [], ...rest } = (await options.spec?.(issuer)) ?? {}
    return {
      ...rest,
      peers: [oidcHost, ...peers],
      flags: { ...oidcFlags(issuer), ...rootFlags, ...withoutAnonymousUsers, ...options.flags, ...flags },
    }
  })
  return new FlagAuthenticator(name, { server, host }, options)
}

async function listenerOf(
  host: OidcHost,
  { chainBelow, ownListener }: FlagAuthenticatorOptions,
  root: CertificateAuthority | undefined,
): Promise<Awaited<ReturnType<OidcHost['listen']>> | undefined> {
  if (chainBelow !== undefined && root !== undefined)
    return host.listen({ authority: await chainBelow(root), clientAuthority: root.certificate })
  return ownListener ? host.listen() : undefined
}
