import type { FlagValues } from '../../flags/flag-values.ts'
import { Refusal } from '../../flags/refusal.ts'
import { fault } from '../../quirks/quirks.ts'

/** Settings of start-up and shutdown from flags; times in milliseconds. */
export interface LifecycleSettings {
  /** Age of the process up to which unfinished start hooks are live; 0 without such a grace period. */
  readonly livezGraceMs: number
  /** Time limit for storage, after which the server is declared ready without it. */
  readonly storageWithinMs: number
  readonly delayMs: number
  readonly sendRetryAfter: boolean
  /** Time limit for open watches while draining; 0 without a wait for watches. */
  readonly watchGraceMs: number
}

/** Reads the flags for start-up and shutdown. */
export function lifecycleSettings(flags: FlagValues): LifecycleSettings {
  const watchGraceFlag = 'shutdown-watch-termination-grace-period'
  if (flags.isSet(watchGraceFlag) && fault('lifecycle-flags-refused')) {
    throw new Refusal(`--${watchGraceFlag}: cannot be set`)
  }
  const flagMs = (name: string) => Math.max(0, flags.durationMs(name) ?? 0)
  return {
    livezGraceMs: flagMs('livez-grace-period'),
    storageWithinMs: flagMs('storage-initialization-timeout'),
    delayMs: flagMs('shutdown-delay-duration'),
    sendRetryAfter: flags.bool('shutdown-send-retry-after'),
    watchGraceMs: flagMs(watchGraceFlag),
  }
}
