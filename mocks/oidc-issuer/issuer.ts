import { runningCheck } from '#harness/check/context.ts'
import { honestly, type Incoming, type Listener, status } from '../http/index.ts'
import { Scripted } from '../peer/index.ts'
import { answerNames, type OidcAnswers, type OidcEndpoint, type OidcRequest } from './answers.ts'
import { type DiscoveryDocument, honestDiscovery } from './honest.ts'
import { IssuerKeys } from './keys.ts'
import { type LoginEndpoint, loginEndpoints, Logins } from './logins.ts'
import { type Claims, type MintOptions, mintToken } from './mint.ts'
import { asymmetricAlgorithms } from './token.ts'

/** URL options of an issuer. */
export interface IssuerOptions {
  /** Changes `url` to a spelling that differs from the served URL: `(url) => url + '/'`. */
  readonly spell?: (url: string) => string
  /** Listener whose origin is in `url`. Default: the first listener of the host. */
  readonly listener?: Listener
}

/**
 * Interface of the host that an issuer requires.
 * @internal
 */
export interface IssuerHost {
  readonly url: string
  readonly certificateAuthority: string
  /** Serves an endpoint of an issuer at one exact path, on every listener. */
  route(path: string, issuer: OidcIssuer, endpoint: OidcEndpoint | LoginEndpoint): void
}

/** OpenID provider at a path of its host. */
export class OidcIssuer extends Scripted<OidcRequest, OidcAnswers> {
  readonly name: string
  /** Issuer URL in tokens and discovery. */
  readonly url: string
  /** PEM of the authority that signed the listener's certificate. */
  readonly certificateAuthority: string
  readonly keys: IssuerKeys
  readonly #host: IssuerHost
  readonly #location: string
  readonly #path: string
  readonly #distributedClaims = new Map<string, { token: string; accessToken: string }>()
  readonly #logins = new Logins(this)
  #discovery: { readonly text: Buffer; readonly hasEd25519: boolean } | undefined

  /** @internal */
  constructor(name: string, host: IssuerHost, options: IssuerOptions = {}) {
    super('oidc', answerNames)
    this.name = name
    this.#host = host
    this.#path = name === '' ? '' : `/${name}`
    this.#location = `${options.listener?.origin ?? host.url}${this.#path}`
    this.url = options.spell?.(this.#location) ?? this.#location
    this.certificateAuthority = options.listener?.authority.certificate ?? host.certificateAuthority
    this.keys = new IssuerKeys(name)
    host.route(`${this.#path}/.well-known/openid-configuration`, this, 'discovery')
    host.route(`${this.#path}/keys`, this, 'keys')
    for (const endpoint of loginEndpoints) host.route(`${this.#path}/${endpoint}`, this, endpoint)
  }

  /** Mints a token. Without arguments, any verifier that trusts this issuer accepts it for `alice`. */
  mint(claims: Claims = {}, options: MintOptions = {}): Promise<string> {
    // A check that presents a token of one issuer does not concern the other issuers of the host.
    runningCheck()?.isAbout(this)
    return mintToken(this.url, this.keys, claims, options)
  }

  /** Replaces every key. Tokens that were minted before no longer verify unless `keepOld` is set. */
  rotate(options: { readonly keepOld?: boolean } = {}): Promise<void> {
    return this.keys.rotate(options)
  }

  /** Serves the discovery document at another exact path and returns its URL. */
  discoveryAt(path: string, listener?: Listener): string {
    this.#host.route(path, this, 'discovery')
    return `${listener?.origin ?? this.#host.url}${path}`
  }

  /** Serves the key set at another exact path and returns its URL. */
  keysAt(path: string, listener?: Listener): string {
    this.#host.route(path, this, 'keys')
    return `${listener?.origin ?? this.#host.url}${path}`
  }

  /**
   * Serves claims at a claims endpoint of this issuer and returns the two claims that refer to it (OpenID Connect Core
   * §5.6.2), to be minted into a token.
   */
  async distribute(
    claims: Claims,
    options: MintOptions & { readonly accessToken?: string } = {},
  ): Promise<Claims> {
    const { accessToken = `access-${this.#distributedClaims.size + 1}`, ...minting } = options
    const path = `${this.#path}/claims/${this.#distributedClaims.size + 1}`
    this.#distributedClaims.set(path, {
      token: await this.mint({ sub: undefined, ...claims }, minting),
      accessToken,
    })
    this.#host.route(path, this, 'claims')
    const names = Object.keys(claims).filter((name) => !standardClaims.has(name))
    return {
      _claim_names: Object.fromEntries(names.map((name) => [name, 'elsewhere'])),
      _claim_sources: {
        elsewhere: { endpoint: `${new URL(this.#location).origin}${path}`, access_token: accessToken },
      },
    }
  }

  /**
   * Responds honestly with cached bytes.
   * @internal
   */
  async serveBytes(incoming: Incoming, endpoint: 'discovery' | 'keys'): Promise<void> {
    incoming.send(200, jsonType, endpoint === 'discovery' ? this.#discoveryText() : await this.keys.bytes())
  }

  /**
   * Responds to a request to a login endpoint, unless an msw handler responds.
   * @internal
   */
  async login(
    incoming: Incoming,
    endpoint: LoginEndpoint,
    handlers: Parameters<Incoming['answer']>[2],
  ): Promise<void> {
    return incoming.answer(
      () => '',
      () => this.#logins.answer(endpoint, incoming),
      handlers,
    )
  }

  /**
   * Sends the scripted response, or else the honest response, unless an msw handler responds.
   * @internal
   */
  serve(
    incoming: Incoming,
    endpoint: OidcEndpoint,
    answers: Partial<OidcAnswers>,
    handlers: Parameters<Incoming['answer']>[2],
  ): Promise<void> {
    switch (endpoint) {
      case 'discovery':
        return incoming.answer(() => this.#discoveryDocument(), answers.discovery ?? honestly, handlers)
      case 'keys':
        return incoming.answer(() => this.keys.document(), answers.keys ?? honestly, handlers)
      case 'claims': {
        const { token = '', accessToken } = this.#distributedClaims.get(incoming.path) ?? {}
        const tokenCheck = incoming.entry.bearerToken === accessToken ? honestly : status(401)
        return incoming.answer(() => token, answers.claims ?? tokenCheck, handlers)
      }
    }
  }

  #discoveryDocument(): DiscoveryDocument {
    const algorithms = [...asymmetricAlgorithms, ...(this.keys.hasAdded('ed25519') ? ['EdDSA'] : [])]
    return honestDiscovery(this.url, this.#location, algorithms)
  }

  /** Returns the document as bytes, built once per change of its algorithms. */
  #discoveryText(): Buffer {
    const hasEd25519 = this.keys.hasAdded('ed25519')
    if (this.#discovery?.hasEd25519 !== hasEd25519)
      this.#discovery = { text: Buffer.from(JSON.stringify(this.#discoveryDocument())), hasEd25519 }
    return this.#discovery.text
  }
}

const jsonType = { 'content-type': 'application/json' }

const standardClaims = new Set(['iss', 'aud', 'exp', 'iat', 'nbf', 'sub', 'nonce', 'jti'])
