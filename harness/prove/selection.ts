import type { Catalogue, Selection } from '../engine/plan.ts'
import type { Shard } from '../engine/shards.ts'
import { changedFiles } from './changed-files.ts'
import { faultsAffectedBy } from './changed.ts'
import { claimsOf, type Fault } from './matrix.ts'
import { evenSample, shareOf } from './shares.ts'

/** Part of the faults to try: the faults that changes affect, a share of all faults, or both. */
export interface SelectionOptions {
  readonly changed?: boolean
  /** Maximum number of faults to try among the faults that changes affect. */
  readonly atMost?: number
  readonly share?: Shard
}

/** Faults of a part, the rules that claim them, and a description of the choice for people. */
export interface SelectedFaults {
  readonly faults: readonly Fault[]
  readonly rules: ReadonlySet<string>
  readonly how: readonly string[]
}

/** Chooses faults in the order in which rules claim them, so that the faults of one subject are tried together. */
export function selectFaults(
  root: string,
  part: SelectionOptions,
  known: readonly Fault[],
  { catalogue, within }: { readonly catalogue: Catalogue; readonly within: NonNullable<Selection['within']> },
): SelectedFaults {
  const rules = [...catalogue.rules.values()].filter(within).map(({ id }) => id)
  const claims = claimsOf(catalogue, new Set(rules))
  const rulesByFault = new Map(
    [...claims].map(([fault, checks]) => [
      fault,
      [...new Set(checks.flatMap((id) => catalogue.checks.get(id)?.rule ?? []))],
    ]),
  )
  const byId = new Map(known.map((fault) => [fault.id, fault]))
  const allFaults = [...rulesByFault.keys()].flatMap((id) => byId.get(id) ?? [])
  const affected =
    part.changed === true ? faultsAffected(root, allFaults, rulesByFault) : { sure: [], perhaps: [], how: [] }
  const count = affected.sure.length + affected.perhaps.length
  const max = part.atMost ?? count
  const certainFaults = evenSample(affected.sure, max)
  const changedFaults = [...certainFaults, ...evenSample(affected.perhaps, max - certainFaults.length)]
  const remainingCount = count - changedFaults.length
  const sharedFaults = part.share === undefined ? [] : shareOf(allFaults, part.share)
  const wantedFaults = new Set([...changedFaults, ...sharedFaults])
  return {
    faults: allFaults.filter((fault) => wantedFaults.has(fault)),
    rules: new Set([...wantedFaults].flatMap(({ id }) => rulesByFault.get(id) ?? [])),
    how: [
      ...affected.how,
      ...(remainingCount === 0 ? [] : [`${remainingCount} of them are left out by --at-most ${max}.`]),
      ...(part.share === undefined
        ? []
        : [
            `Share ${part.share.index} of ${part.share.of}: ${sharedFaults.length} of ${allFaults.length} faults.`,
          ]),
    ],
  }
}

/** Faults that changes affect, and faults for which this cannot be determined. */
interface AffectedBy {
  readonly sure: readonly Fault[]
  readonly perhaps: readonly Fault[]
  readonly how: readonly string[]
}

function faultsAffected(
  root: string,
  all: readonly Fault[],
  rulesOf: ReadonlyMap<string, readonly string[]>,
): AffectedBy {
  const changes = changedFiles(root)
  if (changes === undefined) {
    const unknownReason = `Cannot determine the changes: git has no earlier commit of ${root}.`
    return { sure: [], perhaps: all, how: [`${unknownReason} All ${all.length} faults may be concerned.`] }
  }
  const faultsByRule = new Map<string, string[]>()
  for (const [fault, rules] of rulesOf)
    for (const rule of rules) faultsByRule.set(rule, [...(faultsByRule.get(rule) ?? []), fault])
  const { faults, unaffected } = faultsAffectedBy(root, changes.files, all, faultsByRule)
  const changesText = `${changes.files.length} files changed since ${changes.since}`
  if (unaffected.length === 0) {
    return {
      sure: all.filter(({ id }) => faults.has(id)),
      perhaps: [],
      how: [`${changesText}; they concern ${faults.size} faults.`],
    }
  }
  const unaffectedText = `${unaffected.slice(0, 3).join(', ')}${unaffected.length > 3 ? ` and ${unaffected.length - 3} more` : ''}`
  return {
    sure: all.filter(({ id }) => faults.has(id)),
    perhaps: all.filter(({ id }) => !faults.has(id)),
    how: [`${changesText}; ${unaffectedText} may affect any fault, so all ${all.length} are candidates.`],
  }
}
