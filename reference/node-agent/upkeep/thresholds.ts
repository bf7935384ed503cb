import type { AgentConfiguration } from '../config/configuration.ts'
import { quantity } from '../config/quantity.ts'
import { durationMs } from '../../flags/value-types.ts'
import { Refusal } from '../../flags/refusal.ts'
import { fault, freedom } from '../../quirks/quirks.ts'

/** Resources that can become scarce. */
export const signals = [
  'memory.available',
  'nodefs.available',
  'nodefs.inodesFree',
  'imagefs.available',
  'imagefs.inodesFree',
  'pid.available',
] as const
/** Name of a resource that can become scarce. */
export type Signal = (typeof signals)[number]

/** Absolute amount, or share of the total. */
export type Amount = { readonly absolute: number } | { readonly share: number }

/** Condition under which a resource is scarce. */
export interface Threshold {
  readonly signal: Signal
  readonly amount: Amount
  /**
   * Milliseconds for which the resource must be scarce before pods are evicted; without them, pods are evicted at once.
   */
  readonly graceMs?: number
  /** Amount to reclaim beyond the threshold. */
  readonly reclaim?: Amount
}

/** Returns the thresholds of a configuration. Throws a Refusal for an invalid threshold. */
export function thresholdsOf(config: AgentConfiguration): Threshold[] {
  const gracePeriods = config.pairs('eviction-soft-grace-period')
  const minimumReclaims = config.pairs('eviction-minimum-reclaim')
  if (!freedom('reclaims-unchecked'))
    for (const [signal, text] of minimumReclaims) {
      if (!isSignal(signal)) throw new Refusal(`--eviction-minimum-reclaim: there is no signal ${signal}`)
      reclaimOf(text)
    }
  const thresholdsFromFlag = (
    flag: 'eviction-hard' | 'eviction-soft',
    graceOf: (signal: string) => object,
  ): Threshold[] =>
    [...config.pairs(flag)].flatMap(([signal, text]) => {
      if (!isSignal(signal)) {
        if (fault('eviction-signal-unchecked')) return []
        throw new Refusal(`--${flag}: there is no signal ${signal}`)
      }
      const reclaimText = entryOf(minimumReclaims, signal, () => fault('minimum-reclaim-of-another'))
      const isReclaimIgnored =
        fault('minimum-reclaim-ignored') ||
        (flag === 'eviction-soft' && fault('minimum-reclaim-of-soft-ignored')) ||
        (signal.endsWith('.inodesFree') && fault('minimum-reclaim-of-inodes-ignored'))
      const reclaimField =
        reclaimText === undefined || isReclaimIgnored ? {} : { reclaim: reclaimOf(reclaimText) }
      return [{ signal, amount: amountOf(text, `--${flag}`), ...graceOf(signal), ...reclaimField }]
    })
  return [
    ...thresholdsFromFlag('eviction-hard', () => ({})),
    ...thresholdsFromFlag('eviction-soft', (signal) => {
      const graceText = entryOf(gracePeriods, signal, () => fault('soft-grace-of-another'))
      const graceMs = durationMs(graceText ?? '')
      if (graceMs !== undefined) return { graceMs: fault('soft-grace-ignored') ? 0 : graceMs }
      if (fault('soft-threshold-without-grace')) return { graceMs: 0 }
      throw new Refusal(`--eviction-soft: ${signal} needs a grace period in --eviction-soft-grace-period`)
    }),
  ]
}

/** Returns the setting of a signal, or the setting of another signal if a fault confuses the two. */
function entryOf(
  entries: ReadonlyMap<string, string>,
  signal: string,
  takesFirst: () => boolean,
): string | undefined {
  const ownEntry = entries.get(signal)
  return ownEntry !== undefined && entries.size > 1 && takesFirst() ? [...entries.values()][0] : ownEntry
}

/** Returns an amount in absolute terms, given the capacity. */
export function absoluteAmount(amount: Amount, capacity: number): number {
  return 'absolute' in amount ? amount.absolute : amount.share * capacity
}

/** Returns the amount of a minimum reclaim. A reclaim of 0 reclaims nothing beyond the threshold. */
function reclaimOf(text: string): Amount {
  const min = fault('minimum-reclaim-zero-refused') ? Number.MIN_VALUE : 0
  return amountOf(text, '--eviction-minimum-reclaim', min)
}

function amountOf(text: string, flag: string, min = Number.MIN_VALUE): Amount {
  const percentText = /^(\d+(?:\.\d+)?)%$/.exec(text)?.[1]
  if (percentText !== undefined) return { share: Number(percentText) / 100 }
  const absoluteQuantity = quantity(text)
  if (absoluteQuantity === undefined || absoluteQuantity < min)
    throw new Refusal(`${flag}: ${text} is no amount, and no percentage`)
  return { absolute: absoluteQuantity }
}

function isSignal(name: string): name is Signal {
  return signals.some((signal) => signal === name)
}
