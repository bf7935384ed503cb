import { isMapping } from '../../config/decode.ts'
import { ApiError } from '../../serving/api-error.ts'
import type { ServerRequest } from '../../serving/request.ts'
import { type UserInfo, userToJson } from '../../serving/user.ts'
import type { AgentConfiguration } from '../config/configuration.ts'
import { fault } from '../../quirks/quirks.ts'
import { messageOf } from '../config/value-text.ts'
import type { Api } from '../node/api.ts'
import { ExpiringCache, ttlOf } from './expiring-cache.ts'

/** Review that allows. Only faults use it. */
const allowed = { status: 201, object: { status: { allowed: true } } }
const reviewsPath = '/apis/authorization.orch.io/v1/subjectaccessreviews'
const verbs: Readonly<Record<string, string>> = {
  GET: 'get',
  POST: 'create',
  PUT: 'update',
  DELETE: 'delete',
}
const subresources: readonly (readonly [prefix: string, subresource: string])[] = [
  ['/metrics', 'metrics'],
  ['/stats', 'stats'],
  ['/logs', 'log'],
]

/** Decides whether a user is permitted to make a request. */
export class Authorizer {
  readonly #config: AgentConfiguration
  readonly #api: Api | undefined
  readonly #nodeName: string
  readonly #decisions: ExpiringCache<boolean>

  constructor(config: AgentConfiguration, api: Api | undefined, node: string) {
    this.#config = config
    this.#api = api
    this.#nodeName = node
    const allowTtlMs = config.durationMs('authorization-webhook-cache-authorized-ttl')
    const denyTtlMs = config.durationMs('authorization-webhook-cache-unauthorized-ttl')
    this.#decisions = new ExpiringCache((allowed) => {
      const kind = allowed ? 'allow' : 'deny'
      const ttlFaults = { ignored: `${kind}-ttl-ignored`, cutShort: `${kind}-ttl-cut-short` } as const
      const isAllowTtl = fault('allow-and-deny-ttl-swapped') ? !allowed : allowed
      return isAllowTtl ? ttlOf(allowTtlMs, 300_000, ttlFaults) : ttlOf(denyTtlMs, 30_000, ttlFaults)
    })
  }

  /** Throws an ApiError with status 403 for a user without permission. */
  async authorize(request: ServerRequest, user: UserInfo): Promise<void> {
    if (this.#api === undefined) return
    const isWebhookMode =
      this.#config.string('authorization-mode') === 'Webhook'
        ? !fault('authorization-webhook-not-asked')
        : fault('authorization-webhook-always-asked')
    if (!isWebhookMode) return
    const subresource = subresources.find(([prefix]) => request.path.startsWith(prefix))?.[1] ?? 'proxy'
    const resourceAttributes = {
      verb: verbs[request.method] ?? 'get',
      version: 'v1',
      resource: 'nodes',
      subresource,
      name: this.#nodeName,
    }
    const { username, ...rest } = userToJson(user)
    const spec = { user: username, ...rest, resourceAttributes }
    const isAllowed = await this.#decisions.get(this.#keyOf(spec), () => this.#review(spec))
    const isDenialIgnored =
      fault('denial-unheeded') ||
      (request.method !== 'GET' && fault('denial-unheeded-of-other-verbs')) ||
      (subresource !== 'metrics' && request.method === 'GET' && fault('denial-unheeded-of-other-paths'))
    if (!isAllowed && !isDenialIgnored) throw new ApiError(403, 'this is not permitted')
  }

  /** Returns the key that equal reviews share. */
  #keyOf(spec: { readonly resourceAttributes: object }): string {
    const effectiveAttributes = {
      ...(fault('verbs-share-answers') && { verb: 'any' }),
      ...(fault('paths-share-answers') && { subresource: 'any' }),
    }
    return JSON.stringify({
      ...spec,
      ...(fault('groups-share-answers') && { groups: [] }),
      resourceAttributes: { ...spec.resourceAttributes, ...effectiveAttributes },
    })
  }

  async #review(spec: object): Promise<boolean> {
    const review = { kind: 'SubjectAccessReview', apiVersion: 'authorization.orch.io/v1', spec }
    const { status, object } = await this.#api!.sendWithoutLimit('POST', reviewsPath, review).catch(
      (error: unknown) => {
        if (fault('access-review-cut-off-allows')) return allowed
        throw new ApiError(500, `nobody says whether this is permitted: ${messageOf(error)}`)
      },
    )
    if (status > 299 && fault('review-error-allows')) return true
    if (status > 299 && !fault('access-review-status-code-ignored')) return false
    const { status: decision } = object
    if (!isMapping(decision)) return fault('access-review-malformed-allows')
    return (
      decision['allowed'] === true || (!('allowed' in decision) && fault('access-review-undecided-allows'))
    )
  }
}
