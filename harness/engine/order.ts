import type { Collected } from './collected.ts'
import type { Durations } from './shards.ts'

/** A suite file with those of its checks that run. */
export interface OrderedModule {
  readonly module: string
  /** The engine's own ids. */
  readonly testIds: readonly string[]
}

/**
 * The order in which workers take suite files: those that may take longer than usual first and large ones next, so
 * that none is left over at the end. Those that wait come in between, after equal numbers of checks, so that they run
 * beside others that keep the processors busy; the longer ones sooner, as few checks may wait long.
 */
export function inOrder(checks: readonly Collected[], durations: Durations = {}): OrderedModule[] {
  const byModule = new Map<string, Collected[]>()
  for (const check of checks) byModule.set(check.module, [...(byModule.get(check.module) ?? []), check])
  const modules = [...byModule.entries()].toSorted(
    ([, a], [, b]) => longestMs(b) - longestMs(a) || b.length - a.length,
  )
  const waits = ([, its]: (typeof modules)[number]): boolean => its.some((check) => check.waits)
  const waiting = modules
    .filter(waits)
    .toSorted(
      ([a, its], [b, others]) =>
        longestMs(others) - longestMs(its) || (durations[b] ?? 0) - (durations[a] ?? 0),
    )
  const busy = modules.filter((module) => !waits(module))
  const apart = busy.reduce((sum, [, its]) => sum + its.length, 0) / waiting.length
  const ordered: typeof modules = []
  let before = 0
  let next = 0
  for (const module of busy) {
    if (next < waiting.length && before >= next * apart) ordered.push(...waiting.slice(next, ++next))
    ordered.push(module)
    before += module[1].length
  }
  ordered.push(...waiting.slice(next))
  return ordered.map(([module, its]) => ({ module, testIds: its.map(({ id }) => id) }))
}

/** The longest limit of its checks, in milliseconds; 0 where none is longer than usual. */
function longestMs(checks: readonly Collected[]): number {
  return Math.max(...checks.map(({ limitMs = 0 }) => limitMs))
}
