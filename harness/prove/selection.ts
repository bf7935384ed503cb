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
  readonly explanation: readonly string[]
}

/** Chooses faults in the order in which rules claim them, so that the faults of one subject are tried together. */
export function selectFaults(
  root: string,
  part: SelectionOptions,
  known: readonly Fault[],
  {
    catalogue,
    isInScope,
  }: { readonly catalogue: Catalogue; readonly isInScope: NonNullable<Selection['isInScope']> },
): SelectedFaults {
  const rules = [...catalogue.rules.values()].filter(isInScope).map(({ id }) => id)
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
    part.changed === true
      ? faultsAffected(root, allFaults, rulesByFault)
      : { affectedFaults: [], possiblyAffectedFaults: [], explanation: [] }
  const count = affected.affectedFaults.length + affected.possiblyAffectedFaults.length
  const max = part.atMost ?? count
  const certainFaults = evenSample(affected.affectedFaults, max)
  const changedFaults = [
    ...certainFaults,
    ...evenSample(affected.possiblyAffectedFaults, max - certainFaults.length),
  ]
  const remainingCount = count - changedFaults.length
  const sharedFaults = part.share === undefined ? [] : shareOf(allFaults, part.share)
  const wantedFaults = new Set([...changedFaults, ...sharedFaults])
  return {
    faults: allFaults.filter((fault) => wantedFaults.has(fault)),
    rules: new Set([...wantedFaults].flatMap(({ id }) => rulesByFault.get(id) ?? [])),
    explanation: [
      ...affected.explanation,
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
  readonly affectedFaults: readonly Fault[]
  readonly possiblyAffectedFaults: readonly Fault[]
  readonly explanation: readonly string[]
}

function faultsAffected(
  root: string,
  all: readonly Fault[],
  rulesOf: ReadonlyMap<string, readonly string[]>,
): AffectedBy {
  const changes = changedFiles(root)
  if (changes === undefined) {
    const unknownReason = `Cannot determine the changes: git has no earlier commit of ${root}.`
    return {
      affectedFaults: [],
      possiblyAffectedFaults: all,
      explanation: [`${unknownReason} All ${all.length} faults may be concerned.`],
    }
  }
  const faultsByRule = new Map<string, string[]>()
  for (const [fault, rules] of rulesOf)
    for (const rule of rules) faultsByRule.set(rule, [...(faultsByRule.get(rule) ?? []), fault])
  const { faults, undeterminedFiles } = faultsAffectedBy(root, changes.files, all, faultsByRule)
  const changesText = `${changes.files.length} files changed since ${changes.since}`
  if (undeterminedFiles.length === 0) {
    return {
      affectedFaults: all.filter(({ id }) => faults.has(id)),
      possiblyAffectedFaults: [],
      explanation: [`${changesText}; they concern ${faults.size} faults.`],
    }
  }
  const unaffectedText = `${undeterminedFiles.slice(0, 3).join(', ')}${undeterminedFiles.length > 3 ? ` and ${undeterminedFiles.length - 3} more` : ''}`
  return {
    affectedFaults: all.filter(({ id }) => faults.has(id)),
    possiblyAffectedFaults: all.filter(({ id }) => !faults.has(id)),
    explanation: [
      `${changesText}; ${unaffectedText} may affect any fault, so all ${all.length} are candidates.`,
    ],
  }
}
