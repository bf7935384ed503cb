import { setTimeout as pause } from 'node:timers/promises'
import { isMapping } from '../config/decode.ts'
import type { Api, ApiObject } from './api.ts'
import { listAt, mapAt, textAt } from './object.ts'
import { fault, freedom } from '../quirks/quirks.ts'
import type { GenericConfiguration } from './kind.ts'

/** Settings of a candidate for leadership; times in milliseconds. */
export interface ElectionSettings {
  readonly leaseMs: number
  readonly renewMs: number
  readonly retryMs: number
  readonly namespace: string
  readonly name: string
  /** Resource type of the lock object. */
  readonly lock: 'leases' | 'endpoints'
}

/**
 * Reads the `LeaderElection` block.
 * @param name of the lease, if it differs from the lease of the whole manager
 */
export function electionSettings(
  config: GenericConfiguration,
  name: string = config.value('/Generic/LeaderElection/resourceName'),
  lock: ElectionSettings['lock'] = 'leases',
): ElectionSettings {
  return {
    leaseMs: config.value('/Generic/LeaderElection/leaseDuration'),
    renewMs: config.value('/Generic/LeaderElection/renewDeadline'),
    retryMs: config.value('/Generic/LeaderElection/retryPeriod'),
    namespace: config.value('/Generic/LeaderElection/resourceNamespace'),
    name,
    lock,
  }
}

/** Candidate for the leadership that a lease represents. */
export class Election {
  readonly #api: Api
  readonly #settings: ElectionSettings
  readonly #identity: string
  #seenRecord = ''
  #seenAtMs = 0
  #lease: ApiObject | undefined
  /** True if this process has led. Only a fault uses this field. */
  #hasLed = false

  constructor(api: Api, settings: ElectionSettings, identity: string) {
    this.#api = api
    this.#settings = settings
    this.#identity = identity
  }

  /** Resolves when this process holds the lease. */
  async won(): Promise<void> {
    // Sequential: each attempt follows the previous attempt.
    while (!(await this.#attempt())) {
      const waitsLonger = freedom('retry-waits-longer')
      await pause(waitsLonger ? this.#retryMs * (1 + Math.random()) : this.#retryMs)
    }
  }

  /** Renews the lease. Resolves when it could not be renewed in time. */
  async lost(): Promise<void> {
    const { leaseMs } = this.#settings
    const renewMs = fault('leadership-kept-for-lease-duration') ? leaseMs : this.#settings.renewMs
    let renewedAtMs = performance.now()
    const remainingMs = () => renewMs - (performance.now() - renewedAtMs)
    for (;;) {
      await pause(Math.min(this.#retryMs, Math.max(0, remainingMs())))
      if (remainingMs() > 0) {
        // Sequential: each renewal follows the previous renewal.
        const isRenewed = fault('lease-not-renewed') || (await this.#attempt(Math.ceil(remainingMs())))
        if (isRenewed) renewedAtMs = performance.now()
        else if (fault('leadership-given-up-at-first-failure')) return
      }
      if (remainingMs() <= 0 && !fault('leadership-kept-past-deadline')) return
      if (remainingMs() <= 0) renewedAtMs = performance.now()
    }
  }

  /** Time between two attempts, in milliseconds. */
  get #retryMs(): number {
    const { renewMs, retryMs } = this.#settings
    const attemptsRarely = renewMs >= 8 * retryMs && fault('lease-attempts-rare')
    return attemptsRarely ? 4 * retryMs : retryMs
  }

  /**
   * Acquires or renews the lease once. Returns false when another process holds it or the API server rejects the write.
   */
  async #attempt(withinMs: number = Math.ceil(this.#settings.renewMs)): Promise<boolean> {
    try {
      const lease = this.#lease ?? (await this.#read(withinMs))
      if (lease === undefined && this.#hasLed && fault('lease-removed-not-noticed')) return true
      if (lease === undefined) return await this.#create(withinMs)
      if (!this.#mayTake(lease)) return false
      return await this.#replace(lease, withinMs)
    } catch {
      this.#lease = undefined
      return false
    }
  }

  async #read(withinMs: number): Promise<ApiObject | undefined> {
    if (fault('lease-of-any-name-awaited')) {
      const { object } = await this.#api.send(
        'GET',
        '/apis/coordination.orch.io/v1/leases',
        undefined,
        withinMs,
      )
      const otherLease = listAt(object, 'items').find((lease) => textAt(lease, 'spec.holderIdentity') !== '')
      if (otherLease !== undefined) return otherLease
    }
    const { status, object } = await this.#api.send(
      'GET',
      `${this.#list}/${this.#settings.name}`,
      undefined,
      withinMs,
    )
    if (status === 200) return object
    if (status === 404) return undefined
    throw new Error(`the lease cannot be read (${status})`)
  }

  async #create(withinMs: number): Promise<boolean> {
    const { name, namespace } = this.#settings
    const body = recordSpec({ metadata: { name, namespace } }, this.#spec({}), this.#settings)
    const { status, object } = await this.#api.send('POST', this.#list, body, withinMs)
    return this.#keep(status, object)
  }

  async #replace(lease: ApiObject, withinMs: number): Promise<boolean> {
    const body = recordSpec(lease, this.#spec(specOf(lease)), this.#settings)
    const path = `${this.#list}/${this.#settings.name}`
    const { status, object } = freedom('lease-renewed-by-patch')
      ? await this.#api.send(
          'PATCH',
          path,
          { ...body, metadata: { ...versionOf(lease), ...annotationsOf(body) } },
          withinMs,
        )
      : await this.#api.send('PUT', path, body, withinMs)
    return this.#keep(status, object)
  }

  /** Keeps the stored object, so that later renewals need no read while they succeed. */
  #keep(status: number, object: ApiObject): boolean {
    const isAcquired = status === 200 || status === 201
    if (status === 409 && fault('lease-of-another-not-noticed')) return true
    this.#lease = isAcquired ? object : undefined
    this.#hasLed ||= isAcquired
    return isAcquired
  }

  /**
   * Reports whether this process holds the lease, no process holds it, or no renewal by its holder was seen for the
   * lease duration.
   */
  #mayTake(lease: ApiObject): boolean {
    const spec = specOf(lease)
    const holder = spec['holderIdentity']
    if (holder === this.#identity || typeof holder !== 'string' || holder === '') return true
    const nowMs = performance.now()
    const recordText = JSON.stringify(spec)
    const isFirstRead = this.#seenRecord === ''
    if (recordText !== this.#seenRecord) {
      this.#seenRecord = recordText
      if (isFirstRead || !fault('lease-wait-not-restarted')) this.#seenAtMs = nowMs
    }
    // The wait starts at the observation, independent of the recorded time.
    const waitedMs = nowMs - this.#seenAtMs
    if (waitedMs >= this.#settings.leaseMs) return !fault('lease-never-taken-over')
    const renewedAtMs = Date.parse(String(spec['renewTime']))
    if (renewedAtMs + this.#settings.leaseMs < Date.now() && fault('lease-time-stamp-believed')) return true
    return waitedMs >= this.#settings.leaseMs / 2 && fault('lease-taken-early')
  }

  #spec(currentSpec: ApiObject): ApiObject {
    const now = new Date().toISOString().replace('Z', '000Z')
    const isOwnLease = currentSpec['holderIdentity'] === this.#identity
    const transitions =
      typeof currentSpec['leaseTransitions'] === 'number' ? currentSpec['leaseTransitions'] : 0
    const isNewLease = currentSpec['holderIdentity'] === undefined
    return {
      ...currentSpec,
      holderIdentity: this.#identity,
      leaseDurationSeconds: Math.trunc(this.#settings.leaseMs / 1000),
      acquireTime: isOwnLease ? currentSpec['acquireTime'] : now,
      renewTime: now,
      leaseTransitions: isOwnLease || isNewLease ? transitions : transitions + 1,
    }
  }

  get #list(): string {
    const { namespace, lock } = this.#settings
    const root = lock === 'endpoints' ? '/api/v1' : '/apis/coordination.orch.io/v1'
    return `${root}/namespaces/${namespace}/${lock}`
  }
}

/**
 * Returns the metadata with the resource version, which makes a patch fail if another client has changed the object.
 */
function versionOf(lease: ApiObject): ApiObject {
  return { resourceVersion: textAt(lease, 'metadata.resourceVersion') }
}

/** Annotation that holds the record of a lock without fields for the record. */
const leaderAnnotation = 'control-plane.orch.io/leader'

/** Returns a lock object that contains the record. */
function recordSpec(currentLease: ApiObject, spec: ApiObject, { lock }: ElectionSettings): ApiObject {
  if (lock === 'leases')
    return { ...currentLease, apiVersion: 'coordination.orch.io/v1', kind: 'Lease', spec }
  const metadata = mapAt(currentLease, 'metadata')
  const annotations = { ...mapAt(metadata, 'annotations'), [leaderAnnotation]: JSON.stringify(spec) }
  return { ...currentLease, apiVersion: 'v1', kind: 'Endpoints', metadata: { ...metadata, annotations } }
}

function annotationsOf(lock: ApiObject): ApiObject {
  const annotations = mapAt(lock, 'metadata.annotations')
  return Object.keys(annotations).length === 0 ? {} : { annotations }
}

function specOf(lock: ApiObject): ApiObject {
  if (isMapping(lock['spec'])) return lock['spec']
  const record = mapAt(lock, 'metadata.annotations')[leaderAnnotation]
  const spec: unknown = typeof record === 'string' ? JSON.parse(record) : undefined
  return isMapping(spec) ? spec : {}
}
