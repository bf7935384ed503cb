import { setTimeout as pause } from 'node:timers/promises'
import type { Api, ApiObject } from './api.ts'
import { annotationsOf, recordSpec, specOf, versionOf } from './lock-object.ts'
import { listAt, textAt } from './object.ts'
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

/** Reads of a lease that the API server rejects. */
class UnreadableLease extends Error {
  readonly status: number

  constructor(status: number) {
    super(`the lease cannot be read (${status})`)
    this.status = status
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
  /** True if this process has led. Only faults use this field. */
  #hasLed = false
  /** True if the last attempt failed. Only a fault uses this field. */
  #hasFailed = false

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
      await pause(waitsLonger ? this.#waitMs * (1 + Math.random()) : this.#waitMs)
    }
  }

  /** Renews the lease. Resolves when it could not be renewed in time. */
  async lost(): Promise<void> {
    const { leaseMs } = this.#settings
    const renewMs = fault('leadership-kept-for-lease-duration') ? leaseMs : this.#settings.renewMs
    let renewedAtMs = performance.now()
    let hasFailed = false
    const remainingMs = () => renewMs - (performance.now() - renewedAtMs)
    for (;;) {
      await pause(Math.min(this.#waitMs, Math.max(0, remainingMs())))
      if (remainingMs() > 0) {
        // Sequential: each renewal follows the previous renewal.
        const isRenewed = fault('lease-not-renewed') || (await this.#attempt(Math.ceil(remainingMs())))
        hasFailed ||= !isRenewed
        if (isRenewed && !(hasFailed && fault('renew-deadline-not-restarted')))
          renewedAtMs = performance.now()
        else if (!isRenewed && fault('leadership-given-up-at-first-failure')) return
      }
      if (remainingMs() <= 0 && !fault('leadership-kept-past-deadline')) return
      if (remainingMs() <= 0) renewedAtMs = performance.now()
    }
  }

  /** Time until the next attempt, in milliseconds. */
  get #waitMs(): number {
    return this.#hasFailed && fault('lease-retried-at-once') ? this.#retryMs / 10 : this.#retryMs
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
    this.#hasFailed = false
    try {
      const lease = this.#lease ?? (await this.#read(withinMs))
      if (lease === undefined && this.#hasLed && fault('lease-removed-not-noticed')) return true
      if (lease === undefined) return await this.#create(withinMs)
      if (!this.#mayTake(lease)) return false
      return await this.#replace(lease, withinMs)
    } catch (cause) {
      this.#lease = undefined
      this.#hasFailed = true
      return this.#isFailureOverlooked(cause instanceof UnreadableLease ? cause.status : undefined)
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
    throw new UnreadableLease(status)
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
    this.#hasFailed = !isAcquired
    return isAcquired || this.#isFailureOverlooked(status)
  }

  /** Reports whether a fault overlooks a failed attempt, with the status of the response if there is one. */
  #isFailureOverlooked(status?: number): boolean {
    if (!this.#hasLed) return fault('lease-failure-taken-for-leadership')
    if (status === undefined) return fault('lost-renewals-not-noticed')
    return status < 500 && fault('rejected-renewals-not-noticed')
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
    const isLate = waitedMs >= 2 * this.#settings.leaseMs
    if (waitedMs >= this.#settings.leaseMs)
      return (isLate || !fault('lease-taken-late')) && !fault('lease-never-taken-over')
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
