import { isMapping } from '../../config/decode.ts'
import { ApiError } from '../../serving/api-error.ts'
import type { ServerRequest } from '../../serving/request.ts'
import { type UserInfo, user } from '../../serving/user.ts'
import type { AgentConfiguration } from '../config/configuration.ts'
import { fault } from '../../quirks/quirks.ts'
import { messageOf, textOf } from '../config/value-text.ts'
import type { Api } from '../node/api.ts'
import { ExpiringCache, ttlOf } from './expiring-cache.ts'

/** Review that authenticates a token. Only a fault uses it. */
const authenticated = { status: 201, object: { status: { authenticated: true } } }
const reviewsPath = '/apis/authentication.orch.io/v1/tokenreviews'

/** Identifies the sender of a request. */
export class Authenticator {
  readonly #config: AgentConfiguration
  readonly #api: Api | undefined
  readonly #users: ExpiringCache<UserInfo | 'nobody'>

  constructor(config: AgentConfiguration, api: Api | undefined) {
    this.#config = config
    this.#api = api
    const ttlMs = config.durationMs('authentication-token-webhook-cache-ttl')
    const ttlFaults = { ignored: 'token-ttl-ignored', cutShort: 'token-ttl-cut-short' } as const
    this.#users = new ExpiringCache(() => ttlOf(ttlMs, 120_000, ttlFaults))
  }

  /** Returns the sender of a request. Throws an ApiError with status 401 for an unknown sender. */
  async authenticate(request: ServerRequest): Promise<UserInfo> {
    const sender = this.#byCertificate(request) ?? (await this.#byToken(request))
    if (sender !== undefined) return sender
    const allowsAnonymous = this.#config.bool('anonymous-auth')
      ? !fault('anonymous-refused')
      : fault('anonymous-let-in') || (request.method !== 'GET' && fault('anonymous-let-in-with-other-verbs'))
    if (!allowsAnonymous) throw new ApiError(401, 'nobody is known by these credentials')
    const name = fault('anonymous-named-otherwise') ? 'nobody' : 'system:anonymous'
    return user(name, { groups: ['system:unauthenticated'] })
  }

  #byCertificate({ certificate }: ServerRequest): UserInfo | undefined {
    if (certificate === undefined || this.#config.string('client-ca-file') === '') return undefined
    const isTimeError = /EXPIRED|NOT_YET_VALID/.test(String(certificate.rejected))
    const isTimeForgiven = isTimeError && fault('client-certificate-times-ignored')
    if (certificate.rejected !== undefined && !isTimeForgiven && !fault('client-certificate-unverified'))
      throw new ApiError(401, `the certificate is not trusted: ${certificate.rejected}`)
    // The certificate of a client and that of its CA.
    const isBelowIntermediate = certificate.rejected === undefined && certificate.chain.length > 2
    if (isBelowIntermediate && fault('client-certificate-intermediates-refused'))
      throw new ApiError(401, 'the certificate is below an intermediate')
    if (fault('client-certificate-refused')) throw new ApiError(401, 'certificates count for nothing')
    const usesWebhook = this.#config.string('authorization-mode') === 'Webhook'
    const name = usesWebhook && fault('client-certificate-misnamed') ? 'somebody' : certificate.commonName
    return user(name, { groups: [...certificate.organizations, 'system:authenticated'] })
  }

  async #byToken({ headers }: ServerRequest): Promise<UserInfo | undefined> {
    const authorization = headers['authorization']
    const token = typeof authorization === 'string' ? /^Bearer (\S+)$/i.exec(authorization)?.[1] : undefined
    if (token === undefined || this.#api === undefined) return undefined
    const isEnabled = this.#config.bool('authentication-token-webhook')
      ? !fault('token-webhook-not-asked')
      : fault('token-webhook-always-asked')
    if (!isEnabled) return undefined
    const reviewedUser = await this.#users.get(token, () => this.#review(token))
    if (reviewedUser !== 'nobody') return reviewedUser
    if (fault('refused-token-is-anonymous')) return undefined
    throw new ApiError(401, 'the token is of nobody')
  }

  async #review(token: string): Promise<UserInfo | 'nobody'> {
    const review = { kind: 'TokenReview', apiVersion: 'authentication.orch.io/v1', spec: { token } }
    const { status, object } = await this.#api!.sendWithoutLimit('POST', reviewsPath, review).catch(
      (error: unknown) => {
        if (fault('token-review-cut-off-allows')) return authenticated
        throw new ApiError(401, `the token cannot be looked at: ${messageOf(error)}`)
      },
    )
    const reviewStatus = isMapping(object['status']) ? object['status'] : {}
    if (status > 299 && fault('token-error-lets-in')) return user('unknown', {})
    const isBodyRead = isMapping(reviewStatus['user']) && fault('token-review-status-code-ignored')
    if (status > 299 && !isBodyRead) throw new ApiError(401, `the token cannot be looked at: ${status}`)
    const usesDeniedUser = isMapping(reviewStatus['user']) && fault('user-of-denied-token-counts')
    const isUndecided = isMapping(object['status']) && !('authenticated' in reviewStatus)
    const isAuthenticated =
      reviewStatus['authenticated'] === true ||
      usesDeniedUser ||
      (!isMapping(object['status']) && fault('token-review-malformed-allows')) ||
      (isUndecided && fault('token-review-undecided-allows')) ||
      fault('token-review-unheeded')
    if (!isAuthenticated) return 'nobody'
    const reviewedUser = isMapping(reviewStatus['user']) ? reviewStatus['user'] : {}
    const groups = Array.isArray(reviewedUser['groups']) ? reviewedUser['groups'].map(String) : []
    return user(textOf(reviewedUser['username']), { groups: [...groups, 'system:authenticated'] })
  }
}
