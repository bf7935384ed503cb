import type { FlagValues } from '../../flags/flag-values.ts'
import { Refusal } from '../../flags/refusal.ts'
import type { ServerQuirks } from '../faults.ts'

/** What the flags say about start-up and shutdown; times in milliseconds. */
export interface LifecycleSettings {
  /** Age of the program up to which unfinished start hooks count as alive; 0 for none. */
  readonly livezGraceMs: number
  /** How long storage may take before the server is declared ready without it. */
  readonly storageWithinMs: number
  readonly delayMs: number
  readonly sendRetryAfter: boolean
  /** Patience with open watches while draining; 0 for none. */
  readonly watchGraceMs: number
}

/** Reads the flags about start-up and shutdown. */
export function lifecycleSettings(flags: FlagValues, quirks: ServerQuirks): LifecycleSettings {
  const watchGrace = 'shutdown-watch-termination-grace-period'
  if (flags.isSet(watchGrace) && quirks.fault('lifecycle-flags-refused')) {
    throw new Refusal(`--${watchGrace}: cannot be set`)
  }
  const ms = (name: string) => Math.max(0, flags.durationMs(name) ?? 0)
  return {
    livezGraceMs: ms('livez-grace-period'),
    storageWithinMs: ms('storage-initialization-timeout'),
    delayMs: ms('shutdown-delay-duration'),
    sendRetryAfter: flags.bool('shutdown-send-retry-after'),
    watchGraceMs: ms(watchGrace),
  }
}
