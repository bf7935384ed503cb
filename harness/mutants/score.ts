import { isExcluded } from '../catalogue.ts'
import type { Catalogue } from '../engine/plan.ts'
import type { MutantResult } from './judge-mutant.ts'
import { type Mutant, mutantText } from './list.ts'
import type { MutantReach } from './reach.ts'
import type { Reason, Triage, TriageEntry } from './triage.ts'

/** Numbers of mutants by result. */
export interface Counts {
  readonly judged: number
  readonly killed: number
  /** Mutants of the triage that no check killed, by reason. */
  readonly triaged: Readonly<Record<Reason, number>>
  /** Mutants outside the triage that checks reached but did not kill. */
  readonly survived: number
  /** Mutants outside the triage that no check reached. */
  readonly notReached: number
}

/** A mutant that no check killed, with its section and its entry in the triage. */
export interface SurvivingMutant extends Mutant {
  readonly status: 'survived' | 'not-reached'
  readonly tried: number
  readonly of: number
  readonly section: string
  readonly triage?: Pick<TriageEntry, 'is' | 'row' | 'why'>
}

/** The score of a build. */
export interface Score {
  /** Number of mutants of the build. */
  readonly mutants: number
  readonly all: Counts
  /** Numbers by section of the documents. */
  readonly sections: Readonly<Record<string, Counts>>
  readonly alive: readonly SurvivingMutant[]
  /** Mutants in the triage that a check killed. */
  readonly triagedButKilled: readonly string[]
  /** Entries of the triage that match no mutant of the build. */
  readonly stale: readonly TriageEntry[]
}

/** Results from which a score is computed. */
export interface ScoreInput {
  readonly mutants: readonly Mutant[]
  readonly results: readonly MutantResult[]
  readonly triage: Triage
  readonly sectionOf: (id: string) => string
}

/** Returns the score of a build: numbers of mutants by section and in all. */
export function scoreOf({ mutants, results, triage, sectionOf }: ScoreInput): Score {
  const byId = new Map(mutants.map((mutant) => [mutant.id, mutant]))
  const listedResults = results.flatMap((result) => {
    const mutant = byId.get(result.id)
    if (mutant === undefined) return []
    return [{ mutant, result, entry: triage.entryFor(mutant), section: sectionOf(result.id) }]
  })
  const sections = [...new Set(listedResults.map(({ section }) => section))].sort()
  const survivors = listedResults.flatMap(({ mutant, result, entry, section }): SurvivingMutant[] => {
    const { status, tried, of } = result
    if (status === 'killed') return []
    const triageResult = entry && {
      triage: { is: entry.is, why: entry.why, ...(entry.row !== undefined && { row: entry.row }) },
    }
    return [{ ...mutant, status, tried, of, section, ...triageResult }]
  })
  return {
    mutants: mutants.length,
    all: countsOf(listedResults),
    sections: Object.fromEntries(
      sections.map((section) => [section, countsOf(listedResults.filter((one) => one.section === section))]),
    ),
    alive: survivors,
    triagedButKilled: listedResults.flatMap(({ result, entry }) =>
      result.status === 'killed' && entry?.id !== undefined ? [result.id] : [],
    ),
    stale: triage.staleEntries(mutants),
  }
}

interface ListedResult {
  readonly result: MutantResult
  readonly entry: TriageEntry | undefined
}

function countsOf(results: readonly ListedResult[]): Counts {
  const count = (is: (result: ListedResult) => boolean): number => results.filter(is).length
  const countOf = (reason: Reason): number =>
    count(({ result, entry }) => result.status !== 'killed' && entry?.is === reason)
  const untriagedCount = (status: MutantResult['status']): number =>
    count(({ result, entry }) => result.status === status && entry === undefined)
  return {
    judged: results.length,
    killed: count(({ result }) => result.status === 'killed'),
    triaged: {
      equal: countOf('equal'),
      invisible: countOf('invisible'),
      'not-stated': countOf('not-stated'),
      open: countOf('open'),
    },
    survived: untriagedCount('survived'),
    notReached: untriagedCount('not-reached'),
  }
}

/**
 * Returns the share of killed mutants among the mutants that a client or peer can observe; `undefined` if there are no
 * such mutants.
 */
export function killedShare({ judged, killed, triaged }: Counts): number | undefined {
  const visibleCount = judged - triaged.equal - triaged.invisible
  return visibleCount === 0 ? undefined : killed / visibleCount
}

/**
 * Returns the section of each mutant: the section with the largest share of the checks that reach the mutant; `every
 * section` if checks of most sections reach it.
 */
export function sectionsOf(
  mutants: readonly Mutant[],
  { checks }: MutantReach,
  catalogue: Catalogue,
): (id: string) => string {
  const namedEntries = checks.flatMap(({ check, reached }) => {
    const rule = catalogue.rules.get(catalogue.checks.get(check)?.rule ?? '')
    if (rule === undefined || isExcluded(rule)) return []
    return [{ section: `document ${rule.source.document}, ${rule.source.section}`, reached }]
  })
  const checksPerSection = new Map<string, number>()
  for (const { section } of namedEntries)
    checksPerSection.set(section, (checksPerSection.get(section) ?? 0) + 1)
  const counts = mutants.map(() => new Map<string, number>())
  for (const { section, reached } of namedEntries)
    for (const mutantIndex of reached)
      counts[mutantIndex]?.set(section, (counts[mutantIndex].get(section) ?? 0) + 1)
  const sections = new Map(
    mutants.map(({ id }, place) => {
      const shares = [...(counts[place] ?? [])]
        .map(([section, count]) => ({ section, share: count / (checksPerSection.get(section) ?? 1) }))
        .sort((a, b) => b.share - a.share || (a.section < b.section ? -1 : 1))
      const [first] = shares
      if (first === undefined) return [id, 'no section']
      return [id, shares.length > checksPerSection.size / 2 ? 'every section' : first.section]
    }),
  )
  return (id) => sections.get(id) ?? 'no section'
}

/** Returns a score for people: the open mutants first, then a line for each section, and the sum. */
export function scoreText(score: Score): string {
  const openSurvivors = score.alive.filter(({ triage }) => triage === undefined)
  const name = (status: SurvivingMutant['status'], tried: number, of: number): string =>
    status === 'not-reached' ? 'NOT REACHED' : `SURVIVED ${tried} of ${of} checks`
  return [
    ...openSurvivors.map((one) => `${name(one.status, one.tried, one.of)}  ${mutantText(one)}`),
    ...score.triagedButKilled.map((id) => `KILLED although the triage has it  ${id}`),
    ...score.stale.map((entry) => `STALE  ${JSON.stringify(entry)}`),
    ...Object.entries(score.sections).map(([section, counts]) => `${countsText(counts)}  ${section}`),
    `${countsText(score.all)}  in all, of ${score.mutants} mutants`,
    '',
  ].join('\n')
}

/** Returns numbers on one line: `96.4 % killed: 27 of 28, 1 equal`. */
export function countsText(counts: Counts): string {
  const { judged, killed, triaged, survived, notReached } = counts
  const share = killedShare(counts)
  const parts = Object.entries({ ...triaged, survived, 'not reached': notReached }).flatMap(
    ([what, count]) => (count === 0 ? [] : `${count} ${what}`),
  )
  const percentText = share === undefined ? '    –' : `${(share * 100).toFixed(1)} %`.padStart(7)
  return `${percentText} killed: ${[`${killed} of ${judged}`, ...parts].join(', ')}`
}
