import type { FlagValues } from '../../flags/flag-values.ts'
import type { ServerQuirks } from '../faults.ts'
import { keyPrefix } from './prefix.ts'

/** Grants a lease of so many seconds and gives its id. */
export type Grant = (seconds: number) => Promise<bigint>

/** The lease to write a key with; undefined for one that is kept. */
export type LeaseOf = (key: string) => Promise<bigint | undefined>

/** A lease that goes on being handed out until the moment on the clock of `performance`. */
interface Shared {
  readonly id: Promise<bigint>
  readonly untilMs: number
}

/** How long a lease lasts beyond what each key was promised, at most, as a share of that. */
const longestReuse = 0.05

/** Events are kept as long as `--event-ttl` says, by leases that several of them share. */
export function eventLeases(flags: FlagValues, quirks: ServerQuirks, grant: Grant): LeaseOf {
  const seconds = Math.floor((flags.durationMs('event-ttl') ?? 0) / 1000)
  const events = `${keyPrefix(flags, quirks)}/events/`
  let shared: Shared | undefined
  return async (key) => {
    const isEvent = key.includes(events) || quirks.fault('event-ttl-for-everything')
    if (!isEvent || seconds === 0 || quirks.fault('event-ttl-ignored')) return undefined
    const now = performance.now()
    if (shared === undefined || now >= shared.untilMs) {
      const reuse = reuseSeconds(flags, quirks, seconds)
      const kept = quirks.fault('event-ttl-halved') ? Math.ceil(seconds / 2) : seconds
      shared = { id: grant(kept + Math.ceil(reuse)), untilMs: now + reuse * 1000 }
      // One that was not granted is asked for anew.
      shared.id.catch(() => {
        shared = undefined
      })
    }
    return shared.id
  }
}

function reuseSeconds(flags: FlagValues, quirks: ServerQuirks, ttl: number): number {
  const given = flags.number('lease-reuse-duration-seconds') ?? 0
  if (quirks.fault('leases-not-reused')) return 0
  if (flags.isSet('lease-reuse-duration-seconds') && quirks.fault('lease-reuse-duration-ignored')) return 60
  return Math.min(given, ttl * longestReuse)
}
