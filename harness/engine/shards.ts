import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isExcluded, type Plan, type PlannedCheck } from '../catalogue.ts'
import { HarnessError } from '../errors.ts'
import type { Collected } from './collected.ts'

/** A part of a run: shard number `index` (from 1) of `of` shards. */
export interface Shard {
  readonly index: number
  readonly of: number
}

/** Durations of suite files in milliseconds, by their paths below the suites' folder. */
export type Durations = Readonly<Record<string, number>>

/** A suite file with the facts that its distribution to shards needs. */
interface ShardedFile {
  readonly module: string
  /** Number of its checks that run. */
  readonly checks: number
  /** Number of all its checks, to which its duration refers. */
  readonly totalChecks: number
}

/** Assumed milliseconds per check of a file without a duration: about the time of a separate start. */
export const defaultMsPerCheck = 600
const fileName = 'durations.json'

/**
 * Returns a shard of a plan. Suite files are assigned as wholes, because their checks share servers: the longest first,
 * each to the shard with the least work. All shards of a run compute the same assignment. A twin that belongs to
 * another shard also runs in this shard, because a refusal is valid only together with its twin.
 * @param collected all checks by id
 */
export function shardOf(
  wholePlan: Plan,
  collected: ReadonlyMap<string, Pick<Collected, 'module'>>,
  shard: Shard,
  durations: Durations,
): Plan {
  const moduleOf = (id: string): string => collected.get(id)?.module ?? ''
  const plannedCounts = countsOf(wholePlan.checks.map(({ id }) => moduleOf(id)))
  const checksPerModule = countsOf([...collected.values()].map(({ module }) => module))
  const files = [...plannedCounts].map(([module, checks]) => ({
    module,
    checks,
    totalChecks: checksPerModule.get(module) ?? checks,
  }))
  const ownModules = filesOf(files, shard, durations)
  const twins = twinsOf(
    wholePlan.checks,
    wholePlan.checks.filter(({ id }) => ownModules.has(moduleOf(id))),
  )
  const isBorrowed = (id: string): boolean => !ownModules.has(moduleOf(id)) && twins.has(id)
  const checks = wholePlan.checks.filter(({ id }) => ownModules.has(moduleOf(id)) || isBorrowed(id))
  const usedRules = new Set(checks.map(({ rule }) => rule))
  const ids = (selectedChecks: readonly { readonly id: string }[]): string[] =>
    selectedChecks.map(({ id }) => id)
  return {
    ...wholePlan,
    rules: wholePlan.rules.filter((rule) => usedRules.has(rule.id) || isExcluded(rule)),
    checks,
    shardOf: {
      rules: ids(wholePlan.rules),
      checks: ids(wholePlan.checks),
      borrowed: ids(checks).filter(isBorrowed),
    },
  }
}

/** Returns the twins on which the checks depend, directly or through other twins. */
function twinsOf(
  plannedChecks: readonly PlannedCheck[],
  selectedChecks: readonly PlannedCheck[],
): ReadonlySet<string> {
  const twinOf = new Map(plannedChecks.map(({ id, twin }) => [id, twin]))
  const twins = new Set<string>()
  for (const { twin: first } of selectedChecks)
    for (let twin = first; twin !== undefined && !twins.has(twin); twin = twinOf.get(twin)) twins.add(twin)
  return twins
}

function countsOf(words: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

/** Returns the files of the shard. */
function filesOf(files: readonly ShardedFile[], shard: Shard, durations: Durations): ReadonlySet<string> {
  if (files.length < shard.of) {
    throw new HarnessError(
      'nothing-selected',
      `--shard ${shard.index}/${shard.of}: a suite file goes to one shard as a whole, and ${files.length} are selected. Use at most ${files.length} shards.`,
    )
  }
  const timedFiles = files.map((file) => ({ ...file, ms: expectedMs(file, durations) }))
  const sortedFiles = timedFiles.toSorted((a, b) => b.ms - a.ms || (a.module < b.module ? -1 : 1))
  const shards = Array.from({ length: shard.of }, () => ({ ms: 0, modules: new Set<string>() }))
  for (const { module, ms } of sortedFiles) {
    // Chooses among equally loaded shards the shard with the fewest files, so that none stays empty.
    const smallestShard = shards.reduce((least, one) =>
      one.ms < least.ms || (one.ms === least.ms && one.modules.size < least.modules.size) ? one : least,
    )
    smallestShard.ms += ms
    smallestShard.modules.add(module)
  }
  return shards[shard.index - 1]?.modules ?? new Set()
}

function expectedMs({ module, checks, totalChecks }: ShardedFile, durations: Durations): number {
  const fileDuration = durations[module]
  return fileDuration === undefined ? checks * defaultMsPerCheck : (fileDuration * checks) / totalChecks
}

/** Returns the durations that a build stores next to the compiled suites; empty if there are none. */
export function readDurations(suitesDir: string): Durations {
  try {
    return JSON.parse(readFileSync(join(suitesDir, fileName), 'utf8')) as Durations
  } catch {
    // Durations are only needed for balanced shards.
    return {}
  }
}
