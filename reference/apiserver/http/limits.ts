import type { FlagValues } from '../../flags/flag-values.ts'
import { Refusal } from '../../flags/refusal.ts'
import { fault } from '../../quirks/quirks.ts'

/** Largest share of requests that may receive a GOAWAY. */
const maxGoawayChance = 0.02

/** Limits on concurrent requests, their duration and connections. */
export interface RequestLimits {
  readonly reads: number
  readonly writes: number
  /** True if requests queue for the sum of both limits instead of being rejected above each. */
  readonly fair: boolean
  /** Timeout of a request, in milliseconds. */
  readonly requestMs: number
  /** Minimum duration of a watch, in milliseconds. */
  readonly watchAtLeastMs: number
  readonly goawayChance: number
  /** Undefined means the default of the runtime. */
  readonly maxStreams: number | undefined
}

/** Reads the flags for limits. Throws a Refusal for a GOAWAY chance out of range. */
export function requestLimits(flags: FlagValues): RequestLimits {
  const goawayChance = flags.number('goaway-chance') ?? 0
  const isOutOfRange =
    (goawayChance > maxGoawayChance && !fault('goaway-chance-unbounded')) ||
    (goawayChance < 0 && !fault('goaway-chance-negative-accepted')) ||
    (goawayChance === maxGoawayChance && fault('goaway-chance-bounds-refused'))
  if (isOutOfRange) throw new Refusal(`--goaway-chance: must be from 0 to ${maxGoawayChance}`)
  return {
    reads: flags.number('max-requests-inflight') ?? 0,
    writes: flags.number('max-mutating-requests-inflight') ?? 0,
    fair: flags.bool('enable-priority-and-fairness'),
    requestMs: flags.durationMs('request-timeout') ?? 60_000,
    watchAtLeastMs: (flags.number('min-request-timeout') ?? 0) * 1000,
    goawayChance,
    maxStreams: streamLimit(flags),
  }
}

function streamLimit(flags: FlagValues): number | undefined {
  const flagValue = flags.number('http2-max-streams-per-connection')
  if (flagValue === 0 && fault('http2-max-streams-0-announced')) return 0
  return (flagValue ?? 0) > 0 && !fault('http2-max-streams-ignored') ? flagValue : undefined
}
