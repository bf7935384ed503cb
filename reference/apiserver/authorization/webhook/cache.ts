import { fault, freedom } from '../../../quirks/quirks.ts'
import type { Decision } from '../authorizer.ts'
import type { ReviewSpec } from './review.ts'
import type { WebhookSettings } from './settings.ts'

interface Entry {
  readonly decision: Decision
  /** End of the validity, in milliseconds on a monotonic clock. */
  expiresAt: number
}

type Entries = Map<string, Entry>

/** Entries that all webhooks share because of a fault. */
const sharedEntries: Entries = new Map()

/** Cache of the decisions of one webhook, for the duration in its settings. */
export class DecisionCache {
  readonly #ownEntries: Entries = new Map()
  readonly #settings: WebhookSettings

  constructor(settings: WebhookSettings) {
    this.#settings = settings
  }

  /** Returns the cached decision for a request; undefined if there is none or it is expired. */
  get(spec: ReviewSpec): Decision | undefined {
    const ownEntry = this.#ownEntries.get(this.#key(spec))
    const foreignEntry = sharedEntries.get(JSON.stringify(spec))
    const usesForeignEntry =
      ownEntry === undefined && foreignEntry !== undefined && fault('decisions-shared-between-webhooks')
    const entry = usesForeignEntry ? foreignEntry : ownEntry
    if (entry === undefined) return undefined
    const { decision } = entry
    const isAllow = decision.verdict === 'allow'
    if (entry.expiresAt >= performance.now()) {
      if (fault('cache-time-extended-by-use')) entry.expiresAt = performance.now() + this.#ttl(decision)
      return decision
    }
    return fault(isAllow ? 'authorized-ttl-endless' : 'unauthorized-ttl-endless') ? decision : undefined
  }

  /** Caches a decision if the settings permit it. */
  put(spec: ReviewSpec, decision: Decision): void {
    const ttl = this.#ttl(decision)
    if (ttl <= 0) return
    if (spec.resourceAttributes !== undefined && decision.verdict !== 'allow')
      if (fault('denial-of-objects-not-cached')) return
    if (this.#ownEntries.has(this.#key(spec)) && fault('expired-decision-not-cached-again')) return
    const entry = { decision, expiresAt: performance.now() + ttl }
    this.#purge(this.#ownEntries)
    this.#ownEntries.set(this.#key(spec), entry)
    this.#purge(sharedEntries)
    sharedEntries.set(JSON.stringify(spec), entry)
  }

  /** Returns how long a decision is cached, in milliseconds; 0 if it is not cached. */
  #ttl({ verdict }: Decision): number {
    const { authorizedTtlMs, unauthorizedTtlMs, cacheAuthorized, cacheUnauthorized } = this.#settings
    const areTtlsSwapped = authorizedTtlMs !== unauthorizedTtlMs && fault('ttls-swapped')
    const [allowTtl, otherTtl] = areTtlsSwapped
      ? [unauthorizedTtlMs, authorizedTtlMs]
      : [authorizedTtlMs, unauthorizedTtlMs]
    if (verdict === 'allow') {
      const isAllowCacheOff = cacheAuthorized
        ? (!cacheUnauthorized && fault('cache-unauthorized-false-for-both')) ||
          (allowTtl > 0 && fault('allow-not-cached'))
        : !fault('cache-authorized-false-ignored')
      return isAllowCacheOff ? 0 : allowTtl
    }
    const isDenyCacheOff = cacheUnauthorized
      ? (!cacheAuthorized && fault('cache-authorized-false-for-both')) ||
        (otherTtl > 0 && fault('denial-not-cached'))
      : !fault('cache-unauthorized-false-ignored')
    return isDenyCacheOff || (verdict === 'no opinion' && freedom('no-opinion-not-cached')) ? 0 : otherTtl
  }

  #key(spec: ReviewSpec): string {
    const { user, groups, uid, extra, resourceAttributes, nonResourceAttributes, ...rest } = spec
    const {
      name,
      namespace,
      resource,
      verb,
      group,
      version,
      subresource,
      fieldSelector,
      labelSelector,
      ...attributes
    } = resourceAttributes ?? {}
    const ignoresPath = nonResourceAttributes !== undefined && fault('cache-ignores-path')
    return JSON.stringify({
      ...rest,
      user,
      isPath: nonResourceAttributes !== undefined,
      path: ignoresPath ? '' : nonResourceAttributes,
      resource: resource !== undefined && fault('cache-ignores-resource') ? '' : resource,
      groups: this.#groupsKey(groups),
      uid: uid !== undefined && fault('cache-ignores-uid') ? '' : uid,
      extra: extra !== undefined && fault('cache-ignores-extra') ? {} : extra,
      group: group !== undefined && fault('cache-ignores-api-group') ? '' : group,
      version: version !== undefined && fault('cache-ignores-version') ? '' : version,
      subresource: subresource !== undefined && fault('cache-ignores-subresource') ? '' : subresource,
      fields: fieldSelector !== undefined && fault('cache-ignores-field-selector') ? '' : fieldSelector,
      labels: labelSelector !== undefined && fault('cache-ignores-label-selector') ? '' : labelSelector,
      attributes,
      name: name !== undefined && fault('cache-ignores-name') ? '' : name,
      namespace: namespace !== undefined && fault('cache-ignores-namespace') ? '' : namespace,
      verb: verb !== undefined && fault('cache-ignores-verb') ? '' : verb,
    })
  }

  #groupsKey(groups: readonly string[] | undefined): unknown {
    if (groups === undefined) return undefined
    if (fault('cache-ignores-groups')) return []
    return fault('cache-joins-groups') ? groups.join(',') : groups
  }

  #purge(entries: Entries): void {
    if (entries.size < 10_000) return
    const nowMs = performance.now()
    for (const [key, { expiresAt }] of entries) if (expiresAt < nowMs) entries.delete(key)
  }
}
