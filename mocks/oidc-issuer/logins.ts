import { createHash, randomBytes } from 'node:crypto'
import { json } from '../http/faults.ts'
import type { Incoming } from '../http/index.ts'
import type { Claims } from './mint.ts'

/** Endpoints that issue tokens and report their content. */
export const loginEndpoints = ['authorize', 'token', 'userinfo', 'introspect'] as const
/** Login endpoint: the last segment of its path. */
export type LoginEndpoint = (typeof loginEndpoints)[number]

/**
 * Returns the members of the login endpoints for the discovery document (OpenID Connect Discovery 1.0 §3, RFC 8414 §2).
 */
export const loginDiscovery = (issuerUrl: string) => ({
  authorization_endpoint: `${issuerUrl}/authorize`,
  token_endpoint: `${issuerUrl}/token`,
  userinfo_endpoint: `${issuerUrl}/userinfo`,
  introspection_endpoint: `${issuerUrl}/introspect`,
  response_types_supported: ['code'],
  grant_types_supported: ['authorization_code', 'client_credentials', 'refresh_token'],
  code_challenge_methods_supported: ['S256'],
  token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
  authorization_response_iss_parameter_supported: true,
})

interface Grant {
  readonly subject: string
  readonly client: string
  readonly scope: string
  readonly nonce?: string
  readonly redirectUri?: string
  readonly challenge?: string
}

/** Interface of an issuer that signs in users. */
export interface LoginIssuer {
  readonly url: string
  mint(claims: Claims): Promise<string>
}

const expiresInSeconds = 3_600
const defaultUser = 'alice'

/**
 * Signs in every user without a form: `login_hint`, or `alice`. Any client with any secret is accepted; codes, PKCE
 * verifiers, redirect URIs and refresh tokens are verified (RFC 6749, RFC 7636, RFC 7662, OpenID Connect Core 1.0).
 */
export class Logins {
  readonly #issuer: LoginIssuer
  readonly #codes = new Map<string, Grant>()
  readonly #refreshGrants = new Map<string, Grant>()
  readonly #accessClaims = new Map<string, Claims>()

  constructor(issuer: LoginIssuer) {
    this.#issuer = issuer
  }

  /** Responds to a request to one of the endpoints. */
  async answer(endpoint: LoginEndpoint, { req, entry: request }: Incoming): Promise<Response> {
    const isPost = req.method === 'POST'
    const parameters = new URLSearchParams(isPost ? (request.body ?? '') : (request.query ?? ''))
    if (endpoint === 'authorize') return this.#authorize(parameters)
    if (endpoint === 'userinfo') return this.#userinfo(request.bearerToken)
    if (!isPost) return new Response(null, { status: 405, headers: { allow: 'POST' } })
    const client = clientOf(parameters, req.headers.authorization)
    if (client === undefined) return refusal('invalid_client', 401)
    return endpoint === 'token' ? this.#token(parameters, client) : this.#introspect(parameters)
  }

  #authorize(parameters: URLSearchParams): Response {
    const redirectUri = parameters.get('redirect_uri') ?? ''
    const client = parameters.get('client_id') ?? ''
    // Without a valid client and redirect URI, the user must not be redirected (RFC 6749 §4.1.2.1).
    if (client === '' || !URL.canParse(redirectUri)) return refusal('invalid_request')
    const method = parameters.get('code_challenge_method')
    const challenge = parameters.get('code_challenge')
    const nonce = parameters.get('nonce')
    if (parameters.get('response_type') !== 'code')
      return redirectTo(redirectUri, parameters, { error: 'unsupported_response_type' })
    if (challenge !== null && method !== 'S256')
      return redirectTo(redirectUri, parameters, { error: 'invalid_request' })
    const code = randomSecret()
    this.#codes.set(code, {
      subject: parameters.get('login_hint') ?? defaultUser,
      client,
      scope: parameters.get('scope') ?? 'openid',
      redirectUri,
      ...(nonce !== null && { nonce }),
      ...(challenge !== null && { challenge }),
    })
    return redirectTo(redirectUri, parameters, { code, iss: this.#issuer.url })
  }

  async #token(parameters: URLSearchParams, client: string): Promise<Response> {
    switch (parameters.get('grant_type')) {
      case 'client_credentials':
        return this.#issue({ subject: client, client, scope: parameters.get('scope') ?? '' }, false)
      case 'authorization_code': {
        const grant = takeGrant(this.#codes, parameters.get('code'))
        const isGrantOfClient =
          grant?.client === client && grant.redirectUri === parameters.get('redirect_uri')
        if (!isGrantOfClient || !isVerified(grant, parameters.get('code_verifier')))
          return refusal('invalid_grant')
        return this.#issue(grant, true)
      }
      case 'refresh_token': {
        const grant = takeGrant(this.#refreshGrants, parameters.get('refresh_token'))
        return grant?.client === client ? this.#issue(grant, true) : refusal('invalid_grant')
      }
      default:
        return refusal('unsupported_grant_type')
    }
  }

  async #issue(grant: Grant, isUser: boolean): Promise<Response> {
    const { subject: sub, client, scope, nonce } = grant
    // An ID token contains only the nonce of its login.
    const claims = { sub, client_id: client, scope, nonce: undefined, jti: randomSecret() }
    const accessToken = await this.#issuer.mint(claims)
    this.#accessClaims.set(accessToken, claims)
    const refreshToken = randomSecret()
    if (isUser) this.#refreshGrants.set(refreshToken, grant)
    const body = {
      access_token: accessToken,
      token_type: 'Bearer',
      expires_in: expiresInSeconds,
      scope,
      ...(isUser && {
        refresh_token: refreshToken,
        id_token: await this.#issuer.mint({ sub, aud: [client], nonce, jti: randomSecret() }),
      }),
    }
    return json(body, { headers: noStoreHeader })
  }

  #userinfo(token = ''): Response {
    const claims = this.#accessClaims.get(token)
    if (claims !== undefined) return json({ sub: claims.sub })
    return new Response(null, {
      status: 401,
      headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
    })
  }

  #introspect(parameters: URLSearchParams): Response {
    const claims = this.#accessClaims.get(parameters.get('token') ?? '')
    const activeToken = { active: true, token_type: 'Bearer', iss: this.#issuer.url, ...claims }
    return json(claims === undefined ? { active: false } : activeToken, { headers: noStoreHeader })
  }
}

const noStoreHeader = { 'cache-control': 'no-store' }
const secretBytes = 24

const randomSecret = (): string => randomBytes(secretBytes).toString('base64url')

/** Removes and returns the grant of a code or a refresh token, each of which can be used once. */
function takeGrant(grants: Map<string, Grant>, key: string | null): Grant | undefined {
  const grant = grants.get(key ?? '')
  grants.delete(key ?? '')
  return grant
}

/** Verifies a PKCE verifier (RFC 7636 §4.6). */
function isVerified({ challenge }: Grant, codeVerifier: string | null): boolean {
  if (challenge === undefined) return codeVerifier === null
  return codeVerifier !== null && createHash('sha256').update(codeVerifier).digest('base64url') === challenge
}

/** Returns the name of the client from basic authentication or from the form. Its secret is not verified. */
function clientOf(parameters: URLSearchParams, authorization = ''): string | undefined {
  const [scheme = '', encoded = ''] = authorization.split(' ')
  if (scheme.toLowerCase() !== 'basic') return parameters.get('client_id') ?? undefined
  const [name = ''] = Buffer.from(encoded, 'base64').toString().split(':')
  return new URLSearchParams(`name=${name}`).get('name') ?? undefined
}

function refusal(error: string, status = 400): Response {
  const headers = { ...noStoreHeader, ...(status === 401 && { 'www-authenticate': 'Basic' }) }
  return json({ error }, { status, headers })
}

function redirectTo(
  redirectUri: string,
  parameters: URLSearchParams,
  params: Readonly<Record<string, string>>,
): Response {
  const url = new URL(redirectUri)
  const state = parameters.get('state')
  for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value)
  if (state !== null) url.searchParams.set('state', state)
  return new Response(null, { status: 302, headers: { location: url.href } })
}
