import { randomInt } from 'node:crypto'
import { nowMs } from '#harness/time.ts'
import type { Key } from './key-range.ts'
import { leaseExists, leaseNotFound, leaseTooLong } from './refusals.ts'

/** A promise that its keys go when nobody renews it. */
export interface Lease {
  readonly id: bigint
  /** Seconds that each renewal gives. */
  readonly grantedTtl: bigint
  readonly keys: ReadonlySet<Key>
  /** Seconds until it ends, rounded down; -1 once that moment has passed. */
  remainingTtl(): bigint
}

interface Held extends Lease {
  readonly keys: Set<Key>
  endsAtMs: number
  timer: NodeJS.Timeout
}

/** Where a lease's keys live. */
interface Keys {
  deleteKeys(keys: Iterable<Key>): void
}

// An etcd with default settings grants no less: one and a half times its election timeout, rounded up.
const leastTtl = 2n
const mostTtl = 9_000_000_000n
// setTimeout takes no more than 31 bits; a lease that long outlives every run anyhow.
const longestTimerMs = 2 ** 31 - 1

/** The leases of a store. They end by the clock, and their keys with them. */
export class Leases {
  readonly #keys: Keys
  readonly #held = new Map<bigint, Held>()
  #closed = false

  constructor(keys: Keys) {
    this.#keys = keys
  }

  get all(): readonly Lease[] {
    return [...this.#held.values()]
  }

  find(id: bigint): Lease | undefined {
    return this.#held.get(id)
  }

  /** Grants a lease of so many seconds; with id 0 it chooses one. */
  grant(ttl: bigint, id = 0n): Lease {
    if (ttl > mostTtl) throw leaseTooLong()
    if (this.#held.has(id)) throw leaseExists()
    return this.#hold(id === 0n ? this.#freeId() : id, ttl < leastTtl ? leastTtl : ttl)
  }

  /** Starts the lease's time anew. */
  renew(id: bigint): Lease | undefined {
    const lease = this.#held.get(id)
    if (lease !== undefined) this.#arm(lease, Number(lease.grantedTtl) * 1000)
    return lease
  }

  /** Ends a lease and deletes its keys as one revision. */
  revoke(id: bigint): void {
    const lease = this.#held.get(id)
    if (lease === undefined) throw leaseNotFound()
    clearTimeout(lease.timer)
    this.#held.delete(id)
    // In the order of the keys, so that two runs write the same events.
    this.#keys.deleteKeys([...lease.keys].sort())
  }

  /** Attaches a key to another lease than before; 0 is no lease. */
  move(key: Key, from: bigint, to: bigint): void {
    if (from !== 0n) this.#held.get(from)?.keys.delete(key)
    if (to !== 0n) this.#held.get(to)?.keys.add(key)
  }

  /** Takes over the leases of another store with the time that they have left. */
  adopt(other: Leases): void {
    for (const lease of other.#held.values()) {
      this.#hold(lease.id, lease.grantedTtl, lease.keys, Math.max(0, lease.endsAtMs - nowMs()))
    }
  }

  /** Lets no lease end any more. */
  close(): void {
    this.#closed = true
    for (const lease of this.#held.values()) clearTimeout(lease.timer)
  }

  #hold(id: bigint, ttl: bigint, keys: Iterable<Key> = [], ms = Number(ttl) * 1000): Lease {
    const lease: Held = {
      id,
      grantedTtl: ttl,
      keys: new Set(keys),
      endsAtMs: 0,
      timer: setTimeout(() => undefined, 0),
      remainingTtl: () => BigInt(Math.max(-1, Math.floor((lease.endsAtMs - nowMs()) / 1000))),
    }
    this.#held.set(id, lease)
    this.#arm(lease, ms)
    return lease
  }

  #arm(lease: Held, ms: number): void {
    clearTimeout(lease.timer)
    lease.endsAtMs = nowMs() + ms
    if (this.#closed) return
    lease.timer = setTimeout(() => this.revoke(lease.id), Math.min(ms, longestTimerMs))
    lease.timer.unref()
  }

  #freeId(): bigint {
    for (;;) {
      const id = BigInt(randomInt(1, 2 ** 47))
      if (!this.#held.has(id)) return id
    }
  }
}
