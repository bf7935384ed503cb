import type { FlagValues } from '../../flags/flag-values.ts'
import { fault } from '../../quirks/quirks.ts'
import { keyPrefix } from './prefix.ts'

/** Grants a lease for a number of seconds and returns its id. */
export type Grant = (seconds: number) => Promise<bigint>

/** Returns the lease of a key; undefined for a key without expiry. */
export type LeaseOf = (key: string) => Promise<bigint | undefined>

/** Lease that is reused until a time on the clock of `performance`. */
interface SharedLease {
  readonly id: Promise<bigint>
  readonly untilMs: number
}

/** Longest reuse of a lease, as a share of the time to live. A key may be kept longer by this share. */
const maxReuseShare = 0.05

/** Returns the leases of events, which are kept for `--event-ttl` and share leases. */
export function eventLeases(flags: FlagValues, grant: Grant): LeaseOf {
  const seconds = Math.floor((flags.durationMs('event-ttl') ?? 0) / 1000)
  const eventsPrefix = `${keyPrefix(flags)}/events/`
  let sharedLease: SharedLease | undefined
  return async (key) => {
    const isEvent = key.includes(eventsPrefix) || fault('event-ttl-for-everything')
    if (!isEvent || seconds === 0 || fault('event-ttl-ignored')) return undefined
    const nowMs = performance.now()
    if (sharedLease === undefined || nowMs >= sharedLease.untilMs) {
      const reuseLimit = reuseSeconds(flags, seconds)
      const leaseSeconds = fault('event-ttl-halved') ? Math.ceil(seconds / 2) : seconds
      sharedLease = { id: grant(leaseSeconds + Math.ceil(reuseLimit)), untilMs: nowMs + reuseLimit * 1000 }
      // Forgets a lease that was not granted, so that the next event requests a new lease.
      sharedLease.id.catch(() => {
        sharedLease = undefined
      })
    }
    return sharedLease.id
  }
}

function reuseSeconds(flags: FlagValues, ttl: number): number {
  const flagSeconds = flags.number('lease-reuse-duration-seconds') ?? 0
  if (fault('leases-not-reused')) return 0
  if (flags.isSet('lease-reuse-duration-seconds') && fault('lease-reuse-duration-ignored')) return 60
  return Math.min(flagSeconds, ttl * maxReuseShare)
}
