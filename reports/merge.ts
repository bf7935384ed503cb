import { isDeepStrictEqual } from 'node:util'
import type { Plan } from '#harness/catalogue.ts'
import { HarnessError } from '#harness/errors.ts'
import type { AttemptEvent, CheckEvent, FooterEvent, RunEvent } from '#harness/events.ts'
import type { HeaderEvent } from '#harness/header.ts'
import { defaultInvocation } from '#harness/repro/command.ts'
import type { StoredRun } from '#harness/run/product.ts'
import { verdicts } from '#harness/verdict.ts'
import { headerOf } from './result.ts'

interface ShardRun {
  readonly path: string
  readonly header: HeaderEvent
  readonly shard: { readonly index: number; readonly of: number }
  /** Control checks that belong to other shards, which report their results. */
  readonly borrowedIds: ReadonlySet<string>
  readonly events: readonly RunEvent[]
}

/**
 * Merges the shards of one run: returns the events of that run as if it had not been split, except for times.
 * @param out directory of the merged run, as the user typed it
 * @throws HarnessError `usage` if the shards are not exactly the shards of one run
 */
export function mergeRuns(runs: readonly StoredRun[], out: string): readonly RunEvent[] {
  const shards = runs.map(shardRun).toSorted((a, b) => a.shard.index - b.shard.index)
  const [first, ...others] = shards
  if (first === undefined) throw new HarnessError('usage', 'Give the output directories of all shards.')
  for (const otherShard of others) checkSameRun(first, otherShard)
  checkAllShards(shards, first.shard.of)
  const checkResults = shards.flatMap(({ events, borrowedIds }) =>
    events.filter(
      (event): event is AttemptEvent | CheckEvent =>
        (event.type === 'check' || event.type === 'attempt') && !borrowedIds.has(event.id),
    ),
  )
  const checks = checkResults.filter((event) => event.type === 'check')
  const header = headerOfAll(shards, first, out)
  const footer = footerOfAll(shards, header.plan.checks.length, checks)
  return [header, ...checkResults, ...(footer === undefined ? [] : [footer])]
}

function shardRun({ path, events }: StoredRun): ShardRun {
  const header = headerOf(events)
  const { shard } = header.selection
  if (shard !== undefined && header.plan.shardOf === undefined) {
    throw new HarnessError(
      'usage',
      `${path} was interrupted before anything was planned. Run that shard again.`,
    )
  }
  if (shard === undefined || header.plan.shardOf === undefined) {
    throw new HarnessError(
      'usage',
      `${path} is no shard: that run had no --shard. Give the output directories of \`run --shard I/N\`.`,
    )
  }
  return { path, header, shard, borrowedIds: new Set(header.plan.shardOf.borrowed), events }
}

/** Returns the attributes that must be equal in all shards of one run, by their names in messages. */
function comparedParts({ header }: ShardRun): Readonly<Record<string, unknown>> {
  const { shard: _shard, ...selection } = header.selection
  const programs = header.target.programs.map(({ role, command, version }) => ({
    role,
    version,
    // Machines may have the same program in different directories.
    command: command.map((word) => word.replace(/^(.*=)?\/.*\//s, '$1')),
  }))
  return {
    'different numbers of shards': header.selection.shard?.of,
    'different versions of this program': header.tool,
    'different suites': header.suiteDigest,
    'different targets': [header.target.name, header.target.dialect, programs, header.capabilitiesOff],
    'different selections (--only, --profile)': selection,
    'different seeds': header.seed,
    'different baselines': header.baseline?.digest,
    'different plans': [header.plan.shardOf?.rules, header.plan.shardOf?.checks],
  }
}

function checkSameRun(first: ShardRun, other: ShardRun): void {
  const [ours, theirs] = [comparedParts(first), comparedParts(other)]
  const differingPart = Object.keys(ours).find((name) => !isDeepStrictEqual(ours[name], theirs[name]))
  if (differingPart === undefined) return
  const values = [ours[differingPart], theirs[differingPart]].map((value) =>
    JSON.stringify(value)?.slice(0, 200),
  )
  const valuesText = differingPart === 'different plans' ? '' : `: ${values[0]} and ${values[1]}`
  throw new HarnessError(
    'usage',
    `${first.path} and ${other.path} are no parts of one run, they have ${differingPart}${valuesText}. Run all shards with the same package and the same options, but for --shard and --out.`,
  )
}

function checkAllShards(shards: readonly ShardRun[], shardCount: number): void {
  const pathsByIndex = new Map<number, string[]>()
  for (const { shard, path } of shards)
    pathsByIndex.set(shard.index, [...(pathsByIndex.get(shard.index) ?? []), path])
  const repeatedShard = [...pathsByIndex].find(([, paths]) => paths.length > 1)
  if (repeatedShard !== undefined)
    throw new HarnessError(
      'usage',
      `Shard ${repeatedShard[0]} of ${shardCount} is there twice: ${repeatedShard[1].join(' and ')}.`,
    )
  const missingIndexes = Array.from({ length: shardCount }, (_, index) => index + 1).filter(
    (index) => !pathsByIndex.has(index),
  )
  if (missingIndexes.length > 0) {
    const presentIndexes = [...pathsByIndex.keys()].join(', ')
    throw new HarnessError(
      'usage',
      `Shard ${missingIndexes.join(', ')} of ${shardCount} is missing; there is ${presentIndexes}. Run \`run --shard ${missingIndexes[0]}/${shardCount}\`, or give its output directory.`,
    )
  }
  const pathsByCheck = new Map<string, string>()
  for (const { header, path, borrowedIds } of shards) {
    for (const { id } of header.plan.checks.filter((check) => !borrowedIds.has(check.id))) {
      const earlierPath = pathsByCheck.get(id)
      if (earlierPath !== undefined)
        throw new HarnessError('usage', `${earlierPath} and ${path} overlap: both planned ${id}.`)
      pathsByCheck.set(id, path)
    }
  }
  const lostChecks = shards[0]?.header.plan.shardOf?.checks.filter((id) => !pathsByCheck.has(id)) ?? []
  if (lostChecks.length > 0)
    throw new HarnessError(
      'usage',
      `No shard planned ${lostChecks[0]}, nor ${lostChecks.length - 1} further checks.`,
    )
}

function headerOfAll(shards: readonly ShardRun[], first: ShardRun, out: string): HeaderEvent {
  const { shard: _shard, ...selection } = first.header.selection
  return {
    ...first.header,
    startedAt: earliestOf(shards.map(({ header }) => header.startedAt)),
    jobs: Math.max(...shards.map(({ header }) => header.jobs)),
    invocation: { ...(first.header.invocation ?? defaultInvocation), out },
    selection,
    plan: planOfAll(shards.map(({ header }) => header.plan)),
  }
}

/** Returns the plan of the whole run, with its order, from the plans of the shards. */
function planOfAll(plans: readonly Plan[]): Plan {
  const [first] = plans
  if (first?.shardOf === undefined) throw new HarnessError('usage', 'There is no plan to put together.')
  const { shardOf, ...rest } = first
  const rules = new Map(plans.flatMap((plan) => plan.rules.map((rule) => [rule.id, rule] as const)))
  const checks = new Map(plans.flatMap((plan) => plan.checks.map((check) => [check.id, check] as const)))
  return {
    ...rest,
    rules: shardOf.rules.flatMap((id) => rules.get(id) ?? []),
    checks: shardOf.checks.flatMap((id) => checks.get(id) ?? []),
  }
}

/** Returns the footer of the whole run, or none if a shard was interrupted. */
function footerOfAll(
  shards: readonly ShardRun[],
  plannedCount: number,
  checks: readonly CheckEvent[],
): FooterEvent | undefined {
  const footers = shards.flatMap(({ events }) => events.filter((event) => event.type === 'footer'))
  if (footers.length < shards.length) return undefined
  const totals = Object.fromEntries(
    verdicts.flatMap((verdict) => {
      const n = checks.filter((check) => check.verdict === verdict).length
      return n === 0 ? [] : [[verdict, n]]
    }),
  )
  const staleEntries = staleEntriesOf(footers)
  const neverStarted = [...new Set(footers.flatMap((footer) => footer.neverStarted ?? []))]
  const stoppedCounts = footers.flatMap(({ stoppedAfter }) => stoppedAfter ?? [])
  return {
    type: 'footer',
    finishedAt: latestOf(footers.map(({ finishedAt }) => finishedAt)),
    totals,
    planned: plannedCount,
    reported: checks.length,
    errors: [...new Set(footers.flatMap(({ errors }) => errors))],
    ...(staleEntries.length > 0 && { stale: staleEntries }),
    ...(stoppedCounts.length > 0 && { stoppedAfter: stoppedCounts.reduce((total, n) => total + n, 0) }),
    ...(neverStarted.length > 0 && { neverStarted }),
  }
}

/**
 * Returns the stale entries of all shards, each once, in the order of the file. Each shard reports entries that no check
 * matches, and stale entries whose checks it ran.
 */
function staleEntriesOf(footers: readonly FooterEvent[]): NonNullable<FooterEvent['stale']> {
  const entriesByName = new Map(
    footers.flatMap(({ stale = [] }) => stale.map((one) => [one.entry, one] as const)),
  )
  const line = (entry: string): number => Number(/:(\d+): /.exec(entry)?.[1] ?? 0)
  return [...entriesByName.values()].toSorted((a, b) => line(a.entry) - line(b.entry))
}

const earliestOf = (times: readonly string[]): string => times.toSorted()[0] ?? ''
const latestOf = (times: readonly string[]): string => times.toSorted().at(-1) ?? ''
