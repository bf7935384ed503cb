import type { Collected } from './collected.ts'
import { type Durations, usualMsPerCheck } from './shards.ts'

/** A suite file with those of its checks that run. */
export interface OrderedModule {
  readonly module: string
  /** The engine's own ids. */
  readonly testIds: readonly string[]
}

/**
 * The order in which workers take suite files: the longest first, so that none is left over at the end. Those that mostly
 * wait, or may take longer than usual, come in between by equal shares of time, so that they run beside others that keep
 * the processors busy.
 */
export function inOrder(checks: readonly Collected[], durations: Durations = {}): OrderedModule[] {
  const byModule = new Map<string, Collected[]>()
  for (const check of checks) byModule.set(check.module, [...(byModule.get(check.module) ?? []), check])
  const files = [...byModule].map(([module, its]) => fileOf(module, its, durations))
  const longestFirst = files.toSorted((a, b) => b.limitMs - a.limitMs || b.ms - a.ms)
  const idle = longestFirst.filter(({ isIdle }) => isIdle)
  const busy = longestFirst.filter(({ isIdle }) => !isIdle)
  return [...placed(idle), ...placed(busy)]
    .toSorted((a, b) => a.at - b.at)
    .map(({ file: { module, its } }) => ({ module, testIds: its.map(({ id }) => id) }))
}

interface TimedFile {
  readonly module: string
  readonly its: readonly Collected[]
  /** How long it is expected to take, in milliseconds. */
  readonly ms: number
  /** The longest limit of its checks, in milliseconds; 0 where none is longer than usual. */
  readonly limitMs: number
  readonly isIdle: boolean
}

function fileOf(module: string, its: readonly Collected[], durations: Durations): TimedFile {
  const limitMs = Math.max(...its.map((check) => check.limitMs ?? 0))
  return {
    module,
    its,
    ms: durations[module] ?? its.length * usualMsPerCheck,
    limitMs,
    isIdle: limitMs > 0 || its.some(({ waits }) => waits),
  }
}

/** Each file with the share of their common time that the files before it take. */
function placed(files: readonly TimedFile[]): { readonly file: TimedFile; readonly at: number }[] {
  const wholeMs = files.reduce((sum, { ms }) => sum + ms, 0)
  let beforeMs = 0
  return files.map((file) => {
    const at = beforeMs / wholeMs
    beforeMs += file.ms
    return { file, at }
  })
}
