import { randomInt } from 'node:crypto'
import { nowMs } from '#harness/time.ts'
import type { Key } from './key-range.ts'
import { leaseExists, leaseNotFound, leaseTooLong } from './errors.ts'

/** A lease, whose keys are deleted if it is not renewed. */
export interface Lease {
  readonly id: bigint
  /** Seconds that each renewal grants. */
  readonly grantedTtl: bigint
  readonly keys: ReadonlySet<Key>
  /** Seconds until the lease expires, rounded down; -1 once it has expired. */
  remainingTtl(): bigint
}

interface ActiveLease extends Lease {
  readonly keys: Set<Key>
  endsAtMs: number
  timer: NodeJS.Timeout
}

/** Store that deletes the keys of a lease when the lease ends. */
interface LeasedKeys {
  deleteKeys(keys: Iterable<Key>): void
}

// Shortest lease in seconds that an etcd with default settings grants: one and a half times its election timeout,
// rounded up.
const minTtl = 2n
const maxTtl = 9_000_000_000n
// Longest delay that `setTimeout` accepts. A lease with a longer lifetime outlives every run.
const maxTimerMs = 2 ** 31 - 1

/** Leases of a store, which expire by the clock. An expired lease is deleted together with its keys. */
export class Leases {
  readonly #keys: LeasedKeys
  readonly #activeLeases = new Map<bigint, ActiveLease>()
  #isClosed = false

  constructor(keys: LeasedKeys) {
    this.#keys = keys
  }

  get all(): readonly Lease[] {
    return [...this.#activeLeases.values()]
  }

  find(id: bigint): Lease | undefined {
    return this.#activeLeases.get(id)
  }

  /** Grants a lease for a number of seconds. With id 0, the store chooses an id. */
  grant(ttl: bigint, id = 0n): Lease {
    if (ttl > maxTtl) throw leaseTooLong()
    if (this.#activeLeases.has(id)) throw leaseExists()
    return this.#add(id === 0n ? this.#freeId() : id, ttl < minTtl ? minTtl : ttl)
  }

  /** Restarts the time to live of a lease. */
  renew(id: bigint): Lease | undefined {
    const lease = this.#activeLeases.get(id)
    if (lease !== undefined) this.#restartTimer(lease, Number(lease.grantedTtl) * 1000)
    return lease
  }

  /** Ends a lease and deletes its keys as one revision. */
  revoke(id: bigint): void {
    const lease = this.#activeLeases.get(id)
    if (lease === undefined) throw leaseNotFound()
    clearTimeout(lease.timer)
    this.#activeLeases.delete(id)
    // Sorted by key, so that two runs write the same events.
    this.#keys.deleteKeys([...lease.keys].sort())
  }

  /** Moves a key to another lease; 0 means no lease. */
  move(key: Key, from: bigint, to: bigint): void {
    if (from !== 0n) this.#activeLeases.get(from)?.keys.delete(key)
    if (to !== 0n) this.#activeLeases.get(to)?.keys.add(key)
  }

  /** Takes over the leases of another store with their remaining time. */
  adopt(otherLeases: Leases): void {
    for (const lease of otherLeases.#activeLeases.values()) {
      this.#add(lease.id, lease.grantedTtl, lease.keys, Math.max(0, lease.endsAtMs - nowMs()))
    }
  }

  /** Stops the expiry of all leases. */
  close(): void {
    this.#isClosed = true
    for (const lease of this.#activeLeases.values()) clearTimeout(lease.timer)
  }

  #add(id: bigint, ttl: bigint, keys: Iterable<Key> = [], ms = Number(ttl) * 1000): Lease {
    const lease: ActiveLease = {
      id,
      grantedTtl: ttl,
      keys: new Set(keys),
      endsAtMs: 0,
      timer: setTimeout(() => undefined, 0),
      remainingTtl: () => BigInt(Math.max(-1, Math.floor((lease.endsAtMs - nowMs()) / 1000))),
    }
    this.#activeLeases.set(id, lease)
    this.#restartTimer(lease, ms)
    return lease
  }

  #restartTimer(lease: ActiveLease, ms: number): void {
    clearTimeout(lease.timer)
    lease.endsAtMs = nowMs() + ms
    if (this.#isClosed) return
    lease.timer = setTimeout(() => this.revoke(lease.id), Math.min(ms, maxTimerMs))
    lease.timer.unref()
  }

  #freeId(): bigint {
    for (;;) {
      const id = BigInt(randomInt(1, 2 ** 47))
      if (!this.#activeLeases.has(id)) return id
    }
  }
}
