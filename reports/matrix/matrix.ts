import type { RunCheck, RunResult, RunRule } from '../run-schema.ts'
import { stripControlCharacters, truncate, valueText } from '../plain-text.ts'
import { type DisplayedVerdict, displayedVerdict, worstDisplayed } from '../displayed-verdict.ts'
import type { Matrix, MatrixCell, MatrixRule, MatrixRun } from './data.ts'

// Maximum length of a text in characters, and of a list in entries. The limits keep a page with thousands of rules
// small enough to open at once.
const maxTextLength = { text: 300, list: 6 } as const

/**
 * Puts runs next to each other, rule by rule, in the given order.
 * @param names names of the implementations, in place of the names of the targets
 */
export function matrixOf(results: readonly RunResult[], names: readonly string[] = []): Matrix {
  const rules = new Map(results.flatMap((result) => result.rules.map((rule) => [rule.id, rule] as const)))
  const cells = results.map(cellsOf)
  return {
    schemaVersion: 2,
    runs: namedRuns(results, names),
    rules: [...rules.values()].map((rule) => ruleOf(rule, cells)),
  }
}

/** Result of one run for a rule: the cell that is shown, and the complete content by which results are compared. */
interface JudgedCell {
  readonly cell: MatrixCell
  readonly content: string
}

function ruleOf(rule: RunRule, cells: readonly ReadonlyMap<string, JudgedCell>[]): MatrixRule {
  const { id, level, says, profile, source } = rule
  const ruleCells = cells.map((of) => of.get(id))
  const distinctContents = [...new Set(ruleCells.flatMap((one) => (one === undefined ? [] : [one.content])))]
  return {
    id,
    level,
    says,
    profile,
    document: source.document,
    section: source.section,
    rows: source.rows.join(', '),
    differs: distinctContents.length > 1,
    alike: ruleCells.map((one) => (one === undefined ? null : distinctContents.indexOf(one.content))),
    cells: ruleCells.map((one) => one?.cell ?? null),
  }
}

/** Returns names from target and version. The position distinguishes equal names. */
function namedRuns(results: readonly RunResult[], givenNames: readonly string[]): MatrixRun[] {
  const names = results.map(({ target: { programs, ...target } }, index) => {
    const givenName = givenNames[index]
    if (givenName !== undefined) return givenName
    const version = programs.find((program) => program.version !== undefined)?.version
    if (version === undefined) return target.name
    const hasName = version.toLowerCase().startsWith(`${target.name.toLowerCase()} `)
    return hasName ? version : `${target.name} ${version}`
  })
  return results.map(({ target, startedAt, headline }, index) => {
    const name = names[index] ?? target.name
    const isAlone = names.filter((other) => other === name).length === 1
    return {
      name: stripControlCharacters(isAlone ? name : `${name} (${index + 1})`),
      dialect: target.dialect,
      ...(target.vendor !== undefined && { vendor: target.vendor }),
      startedAt,
      headline,
    }
  })
}

function cellsOf({ rules, checks, observations }: RunResult): ReadonlyMap<string, JudgedCell> {
  const byRule = groupByRule(checks)
  const observationsByRule = groupByRule(observations)
  return new Map(
    rules.map(({ id }) => [id, judgedOf(byRule.get(id) ?? [], observationsByRule.get(id) ?? [])]),
  )
}

function judgedOf(checks: readonly RunCheck[], observed: RunResult['observations']): JudgedCell {
  // Reasons are excluded, since they contain ports and paths that differ between two runs of the same program.
  const contentKey = JSON.stringify([
    checks.map((check) => JSON.stringify([check.id, displayedVerdict(check), check.known?.reason])).sort(),
    observed.map(({ what, value }) => [what, value]),
  ])
  return { cell: cellOf(checks, observed), content: contentKey }
}

function cellOf(checks: readonly RunCheck[], observed: RunResult['observations']): MatrixCell {
  const verdictCounts: Partial<Record<DisplayedVerdict, number>> = {}
  for (const check of checks)
    verdictCounts[displayedVerdict(check)] = (verdictCounts[displayedVerdict(check)] ?? 0) + 1
  const knownFailures = unique(
    checks.flatMap(({ known: excused }) =>
      excused === null
        ? []
        : [{ reason: excused.reason, ...(excused.link !== undefined && { link: excused.link }) }],
    ),
  )
  const reasons = unique(
    checks.flatMap(({ reason, known: excused }) => (reason === null || excused !== null ? [] : [reason])),
  )
  const remainingCounts = {
    ...remainingCount('reasons', reasons),
    ...remainingCount('known', knownFailures),
    ...remainingCount('observed', observed),
  }
  const firstEntries = {
    reasons: firstItems(reasons),
    known: firstItems(knownFailures),
    observed: firstItems(observed),
  }
  return {
    shown: worstDisplayed(checks.map(displayedVerdict)),
    checks: verdictCounts,
    ...(reasons.length > 0 && { reasons: firstEntries.reasons.map(cellReason) }),
    ...(knownFailures.length > 0 && {
      known: firstEntries.known.map((one) => ({ ...one, reason: cellReason(one.reason) })),
    }),
    ...(observed.length > 0 && {
      observed: firstEntries.observed.map(({ what, value }) => ({
        what: cellReason(what),
        value: cellReason(valueText(value)),
      })),
    }),
    ...(Object.keys(remainingCounts).length > 0 && { more: remainingCounts }),
  }
}

function cellReason(text: string): string {
  return truncate(stripControlCharacters(text), maxTextLength.text)
}

function firstItems<One>(items: readonly One[]): readonly One[] {
  return items.slice(0, maxTextLength.list)
}

function remainingCount(
  name: keyof NonNullable<MatrixCell['more']>,
  all: readonly unknown[],
): MatrixCell['more'] {
  return all.length > maxTextLength.list ? { [name]: all.length - maxTextLength.list } : {}
}

function unique<One>(items: readonly One[]): One[] {
  return [...new Map(items.map((one) => [JSON.stringify(one), one])).values()]
}

function groupByRule<One extends { readonly rule: string }>(
  items: readonly One[],
): ReadonlyMap<string, One[]> {
  const groups = new Map<string, One[]>()
  for (const entry of items) {
    const ruleEntries = groups.get(entry.rule)
    if (ruleEntries === undefined) groups.set(entry.rule, [entry])
    else ruleEntries.push(entry)
  }
  return groups
}
