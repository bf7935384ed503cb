import { nowMs } from '#kit'
import {
  electionTimes,
  holdByOther,
  holderOf,
  leaseOf,
  leases,
  lock as mainLock,
  renewForOtherHolder,
  slackMs,
  writesOfLease,
} from '../../shared/manager/election.ts'
import { type Instances, leaseNameOf } from './instances.ts'
import type { LockName } from './model.ts'
import type { Holder } from './oracle.ts'

const { leaseMs } = electionTimes
const anotherClient = 'somebody-else'

/** Last renewal of a lock that its holder no longer renews. */
export interface LastRenewal {
  readonly lock: LockName
  readonly atMs: number
}

/** The locks of a case, and another client that takes them. */
export class Locks {
  readonly #instances: Instances
  readonly #renewalTimers = new Map<LockName, NodeJS.Timeout>()

  constructor(instances: Instances) {
    this.#instances = instances
  }

  /** Returns the holder of a lock. A lock of an instance that no longer runs has no holder. */
  holderOf(lock: LockName): Holder {
    const identity = holderOf(this.#api, leaseNameOf(lock))
    if (identity === anotherClient) return this.#renewalTimers.has(lock) ? 'another client' : undefined
    return identity === undefined ? undefined : this.#instances.withIdentity(lock, identity)
  }

  /** Changes a lock as the other client. */
  perform(what: 'remove' | 'steal' | 'give back', lock: LockName): readonly LastRenewal[] {
    const name = leaseNameOf(lock)
    const isStolen = this.#renewalTimers.has(lock)
    if (what === 'remove') {
      this.#stopRenewing(lock)
      if (leaseOf(this.#api, name) !== undefined) this.#api.hand.remove(this.#ref(name))
      return []
    }
    if (what === 'give back') {
      if (!isStolen) return []
      renewForOtherHolder(this.#api, name)
      this.#stopRenewing(lock)
      return [{ lock, atMs: nowMs() }]
    }
    if (isStolen) return []
    if (leaseOf(this.#api, name) === undefined) holdByOther(this.#api, leaseMs, name)
    else this.#api.hand.patch(this.#ref(name), { spec: { holderIdentity: anotherClient } })
    const renew = (): void => renewForOtherHolder(this.#api, name)
    this.#renewalTimers.set(lock, setInterval(renew, leaseMs / 4))
    return []
  }

  /** Reports whether an instance took a lock over before leaseDuration had passed since the last renewal. */
  isTakenEarly({ lock, atMs }: LastRenewal): boolean {
    const takeover = this.#writes(lock).find((write) => write.atMs > atMs)
    return takeover !== undefined && takeover.atMs < atMs + leaseMs - slackMs
  }

  /** Returns the last renewal of a lock by an instance. */
  lastRenewal(lock: LockName): readonly LastRenewal[] {
    const renewal = this.#writes(lock).at(-1)
    return renewal === undefined ? [] : [{ lock, atMs: renewal.atMs }]
  }

  /** Ends all renewals by the other client. */
  stop(): void {
    for (const lock of this.#renewalTimers.keys()) this.#stopRenewing(lock)
  }

  get #api(): Instances['api'] {
    return this.#instances.api
  }

  #writes(lock: LockName): ReturnType<typeof writesOfLease> {
    return writesOfLease(this.#api, leaseNameOf(lock))
  }

  #ref(name: string): { resource: string; namespace: string; name: string } {
    return { resource: leases(), namespace: mainLock.namespace, name }
  }

  #stopRenewing(lock: LockName): void {
    clearInterval(this.#renewalTimers.get(lock))
    this.#renewalTimers.delete(lock)
  }
}
