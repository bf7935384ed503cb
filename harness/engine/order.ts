import type { Collected } from './collected.ts'
import { type Durations, defaultMsPerCheck } from './shards.ts'

/** A suite file with its checks that run. */
export interface OrderedModule {
  readonly module: string
  /** Ids of the engine. */
  readonly testIds: readonly string[]
}

/**
 * Returns the order in which workers take suite files: the longest first, so that no long file is left over at the end.
 * Files whose checks mostly wait, or may take longer than usual, are distributed between the other files by equal
 * shares of time, so that they run in parallel with files that keep the processors busy.
 */
export function orderModules(checks: readonly Collected[], durations: Durations = {}): OrderedModule[] {
  const byModule = new Map<string, Collected[]>()
  for (const check of checks) byModule.set(check.module, [...(byModule.get(check.module) ?? []), check])
  const files = [...byModule].map(([module, moduleChecks]) => fileOf(module, moduleChecks, durations))
  const sortedFiles = files.toSorted((a, b) => b.limitMs - a.limitMs || b.ms - a.ms)
  const idleFiles = sortedFiles.filter(({ isIdle }) => isIdle)
  const busyFiles = sortedFiles.filter(({ isIdle }) => !isIdle)
  return [...withPositions(idleFiles), ...withPositions(busyFiles)]
    .toSorted((a, b) => a.position - b.position)
    .map(({ file }) => ({ module: file.module, testIds: file.checks.map(({ id }) => id) }))
}

/** Returns suite files in the order of their first check, each with its checks in their order. */
export function orderByFirst(checks: readonly Collected[]): OrderedModule[] {
  const byModule = new Map<string, string[]>()
  for (const { id, module } of checks) byModule.set(module, [...(byModule.get(module) ?? []), id])
  return [...byModule].map(([module, testIds]) => ({ module, testIds }))
}

interface TimedFile {
  readonly module: string
  readonly checks: readonly Collected[]
  /** Expected duration, in milliseconds. */
  readonly ms: number
  /** Longest limit of the file's checks, in milliseconds; 0 if no check has a longer limit than usual. */
  readonly limitMs: number
  readonly isIdle: boolean
}

function fileOf(module: string, checks: readonly Collected[], durations: Durations): TimedFile {
  const limitMs = Math.max(...checks.map((check) => check.limitMs ?? 0))
  return {
    module,
    checks,
    ms: durations[module] ?? checks.length * defaultMsPerCheck,
    limitMs,
    isIdle: limitMs > 0 || checks.some(({ waits }) => waits),
  }
}

/** Returns each file with its position: the share of the total time that the files before it take. */
function withPositions(
  files: readonly TimedFile[],
): { readonly file: TimedFile; readonly position: number }[] {
  const totalMs = files.reduce((sum, { ms }) => sum + ms, 0)
  let elapsedMs = 0
  return files.map((file) => {
    const position = elapsedMs / totalMs
    elapsedMs += file.ms
    return { file, position }
  })
}
