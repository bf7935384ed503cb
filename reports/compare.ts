import { isDeepStrictEqual } from 'node:util'
import { cell, code } from './markdown.ts'
import { shortened, valueText } from './plain.ts'
import type { RunCheck, RunResult } from './result.ts'
import { count, rank, type Shown, shownOf, wordsOf } from './shown.ts'

/** How one run differs from an earlier one, or from that of another implementation. */
export interface Comparison {
  readonly before: ComparedRun
  readonly after: ComparedRun
  readonly verdicts: readonly VerdictChange[]
  readonly observations: readonly ObservationChange[]
  /** Ids of checks that only one of the runs planned. */
  readonly onlyBefore: readonly string[]
  readonly onlyAfter: readonly string[]
  /** How many checks came to the same verdict in both. */
  readonly same: number
}

export type ComparedRun = Pick<
  RunResult,
  'tool' | 'target' | 'startedAt' | 'outcome' | 'suiteDigest' | 'complete'
>

export interface VerdictChange {
  readonly check: string
  readonly rule: string
  readonly before: Shown
  readonly after: Shown
  readonly direction: 'better' | 'worse'
  /** What the later run said of it. */
  readonly reason: string | null
}

export interface ObservationChange {
  readonly rule: string
  readonly check: string
  readonly what: string
  /** `null` where the run did not observe it. */
  readonly before: unknown
  readonly after: unknown
}

/** Compares two runs check by check and observation by observation; the worst changes come first. */
export function compareRuns(before: RunResult, after: RunResult): Comparison {
  const old = new Map(before.checks.map((check) => [check.id, check]))
  const both = after.checks.flatMap((check) => {
    const earlier = old.get(check.id)
    return earlier === undefined ? [] : [{ earlier, later: check }]
  })
  const changes = both.flatMap(({ earlier, later }) => verdictChange(earlier, later))
  return {
    before: about(before),
    after: about(after),
    verdicts: changes.toSorted((a, b) => rank(b.after) - rank(b.before) - (rank(a.after) - rank(a.before))),
    observations: observationChanges(before, after),
    onlyBefore: missingFrom(after, before),
    onlyAfter: missingFrom(before, after),
    same: both.length - changes.length,
  }
}

/** A comparison as Markdown. */
export function comparisonMarkdown(comparison: Comparison): string {
  const { before, after, verdicts, observations, onlyBefore, onlyAfter, same } = comparison
  const worse = verdicts.filter(({ direction }) => direction === 'worse').length
  const digests =
    before.suiteDigest === after.suiteDigest
      ? []
      : ['The runs used different suites, so a change may come from the suite as well.']
  const parts = [
    `## ${runText(before)} → ${runText(after)}`,
    `${count(worse, 'check')} worse, ${verdicts.length - worse} better, ${same} the same; ${count(observations.length, 'observation')} changed.`,
    ...digests,
    ...table(
      'Verdicts',
      ['Check', 'Before', 'After', 'Reason'],
      verdicts.map((change) => [
        code(change.check),
        wordsOf(change.before),
        `**${wordsOf(change.after)}**`,
        cell(shortened(change.reason ?? '', 300)),
      ]),
    ),
    ...table(
      'Observations',
      ['Rule', 'What', 'Before', 'After'],
      observations.map(({ rule, what, before: old, after: now }) => [
        code(rule),
        cell(what),
        value(old),
        value(now),
      ]),
    ),
    ...list('Only in the first run', onlyBefore),
    ...list('Only in the second run', onlyAfter),
  ]
  return `${parts.join('\n\n')}\n`
}

function about({ tool, target, startedAt, outcome, suiteDigest, complete }: RunResult): ComparedRun {
  return { tool, target, startedAt, outcome, suiteDigest, complete }
}

function verdictChange(earlier: RunCheck, later: RunCheck): VerdictChange[] {
  const before = shownOf(earlier)
  const after = shownOf(later)
  if (before === after) return []
  const direction = rank(after) > rank(before) ? 'worse' : 'better'
  return [{ check: later.id, rule: later.rule, before, after, direction, reason: later.reason }]
}

function observationChanges(before: RunResult, after: RunResult): ObservationChange[] {
  const key = ({ check, what }: { check: string; what: string }): string => JSON.stringify([check, what])
  const old = new Map(before.observations.map((one) => [key(one), one]))
  const now = new Map(after.observations.map((one) => [key(one), one]))
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((id) => {
    const [was, is] = [old.get(id), now.get(id)]
    const one = is ?? was
    if (one === undefined || isDeepStrictEqual(was?.value, is?.value)) return []
    const { rule, check, what } = one
    return [{ rule, check, what, before: was?.value ?? null, after: is?.value ?? null }]
  })
}

function missingFrom(here: RunResult, there: RunResult): string[] {
  const ids = new Set(here.checks.map((check) => check.id))
  return there.checks.flatMap(({ id }) => (ids.has(id) ? [] : [id]))
}

function runText({ target, startedAt, complete }: ComparedRun): string {
  return `${cell(target.name)}, ${cell(startedAt)}${complete ? '' : ' (incomplete)'}`
}

function value(seen: unknown): string {
  return seen === null ? '' : code(shortened(valueText(seen), 200))
}

function table(title: string, head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  if (rows.length === 0) return []
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  return [`### ${title}`, [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')]
}

function list(title: string, ids: readonly string[]): string[] {
  return ids.length === 0 ? [] : [`### ${title}`, ids.map((id) => `- ${code(id)}`).join('\n')]
}
