import type { AgentConfiguration } from '../config/configuration.ts'
import { quantity } from '../config/quantity.ts'
import { durationMs } from '../../flags/value-types.ts'
import { Refusal } from '../../flags/refusal.ts'
import type { AgentQuirks } from '../faults.ts'

/** What can become scarce. */
export const signals = [
  'memory.available',
  'nodefs.available',
  'nodefs.inodesFree',
  'imagefs.available',
  'imagefs.inodesFree',
  'pid.available',
] as const
/** One of these. */
export type Signal = (typeof signals)[number]

/** An amount, or a share of all that there is. */
export type Amount = { readonly absolute: number } | { readonly share: number }

/** When something counts as scarce. */
export interface Threshold {
  readonly signal: Signal
  readonly amount: Amount
  /** How long it may be scarce before pods go, in milliseconds; undefined for at once. */
  readonly graceMs?: number
  /** How much beyond the threshold is to be won back. */
  readonly reclaim?: Amount
}

/** The thresholds of a configuration; throws a Refusal for what cannot be one. */
export function thresholdsOf(config: AgentConfiguration, quirks: AgentQuirks): Threshold[] {
  const graces = config.pairs('eviction-soft-grace-period')
  const reclaims = config.pairs('eviction-minimum-reclaim')
  if (!quirks.freedom('reclaims-unchecked'))
    for (const [signal, text] of reclaims) {
      if (!isSignal(signal)) throw new Refusal(`--eviction-minimum-reclaim: there is no signal ${signal}`)
      reclaimOf(text, quirks)
    }
  const made = (flag: 'eviction-hard' | 'eviction-soft', graceOf: (signal: string) => object): Threshold[] =>
    [...config.pairs(flag)].flatMap(([signal, text]) => {
      if (!isSignal(signal)) {
        if (quirks.fault('eviction-signal-unchecked')) return []
        throw new Refusal(`--${flag}: there is no signal ${signal}`)
      }
      const reclaim = ownOf(reclaims, signal, () => quirks.fault('minimum-reclaim-of-another'))
      const more =
        reclaim === undefined || quirks.fault('minimum-reclaim-ignored')
          ? {}
          : { reclaim: reclaimOf(reclaim, quirks) }
      return [{ signal, amount: amountOf(text, `--${flag}`), ...graceOf(signal), ...more }]
    })
  return [
    ...made('eviction-hard', () => ({})),
    ...made('eviction-soft', (signal) => {
      const grace = ownOf(graces, signal, () => quirks.fault('soft-grace-of-another'))
      const graceMs = durationMs(grace ?? '')
      if (graceMs !== undefined) return { graceMs: quirks.fault('soft-grace-ignored') ? 0 : graceMs }
      if (quirks.fault('soft-threshold-without-grace')) return { graceMs: 0 }
      throw new Refusal(`--eviction-soft: ${signal} needs a grace period in --eviction-soft-grace-period`)
    }),
  ]
}

/** What is said of a signal; of another one where a defect takes the first. */
function ownOf(
  all: ReadonlyMap<string, string>,
  signal: string,
  takesFirst: () => boolean,
): string | undefined {
  const own = all.get(signal)
  return own !== undefined && all.size > 1 && takesFirst() ? [...all.values()][0] : own
}

/** How much an amount is of a whole. */
export function inAll(amount: Amount, whole: number): number {
  return 'absolute' in amount ? amount.absolute : amount.share * whole
}

/** A reclaim of 0 wins nothing back beyond the threshold. */
function reclaimOf(text: string, quirks: AgentQuirks): Amount {
  const least = quirks.fault('minimum-reclaim-zero-refused') ? Number.MIN_VALUE : 0
  return amountOf(text, '--eviction-minimum-reclaim', least)
}

function amountOf(text: string, flag: string, least = Number.MIN_VALUE): Amount {
  const share = /^(\d+(?:\.\d+)?)%$/.exec(text)?.[1]
  if (share !== undefined) return { share: Number(share) / 100 }
  const absolute = quantity(text)
  if (absolute === undefined || absolute < least)
    throw new Refusal(`${flag}: ${text} is no amount, and no percentage`)
  return { absolute }
}

function isSignal(name: string): name is Signal {
  return signals.some((signal) => signal === name)
}
