import type { RunCheck, RunResult, RunRule } from '../run-schema.ts'
import { plain, shortened, valueText } from '../plain.ts'
import { type Shown, shownOf, worstShown } from '../shown.ts'
import type { Matrix, MatrixCell, MatrixRule, MatrixRun } from './data.ts'

// A page of some thousand rules stays small enough to be opened at once.
const longest = { text: 300, list: 6 } as const

/** Puts runs beside each other, rule by rule, in the order in which they are given. */
export function matrixOf(results: readonly RunResult[]): Matrix {
  const rules = new Map(results.flatMap((result) => result.rules.map((rule) => [rule.id, rule] as const)))
  const cells = results.map(cellsOf)
  return {
    schemaVersion: 1,
    runs: named(results),
    rules: [...rules.values()].map((rule) => ruleOf(rule, cells)),
  }
}

function ruleOf(rule: RunRule, cells: readonly ReadonlyMap<string, MatrixCell>[]): MatrixRule {
  const { id, level, says, profile, source } = rule
  return {
    id,
    level,
    says,
    profile,
    document: source.document,
    section: source.section,
    rows: source.rows.join(', '),
    cells: cells.map((own) => own.get(id) ?? null),
  }
}

/** Names by target and version; the start tells those apart that are the same. */
function named(results: readonly RunResult[]): MatrixRun[] {
  const names = results.map(({ target }) => {
    const version = target.programs.find((program) => program.version !== undefined)?.version
    return version === undefined ? target.name : `${target.name} ${version}`
  })
  return results.map(({ target, startedAt, headline }, index) => {
    const name = names[index] ?? target.name
    const isAlone = names.filter((other) => other === name).length === 1
    return {
      name: plain(isAlone ? name : `${name} (${index + 1})`),
      dialect: target.dialect,
      ...(target.vendor !== undefined && { vendor: target.vendor }),
      startedAt,
      headline,
    }
  })
}

function cellsOf({ rules, checks, observations }: RunResult): ReadonlyMap<string, MatrixCell> {
  const byRule = groupedBy(checks)
  const seen = groupedBy(observations)
  return new Map(rules.map(({ id }) => [id, cellOf(byRule.get(id) ?? [], seen.get(id) ?? [])]))
}

function cellOf(checks: readonly RunCheck[], observed: RunResult['observations']): MatrixCell {
  const counts: Partial<Record<Shown, number>> = {}
  for (const check of checks) counts[shownOf(check)] = (counts[shownOf(check)] ?? 0) + 1
  const known = unique(checks.flatMap((check) => (check.known === null ? [] : [check.known]))).map(
    ({ reason, link }) => ({ reason: told(reason), ...(link !== undefined && { link }) }),
  )
  const reasons = checks.flatMap(({ reason, known: excused }) =>
    reason === null || excused !== null ? [] : [told(reason)],
  )
  const [why, deviations] = [few(unique(reasons)), few(unique(known))]
  const seen = few(observed.map(({ what, value }) => ({ what: told(what), value: told(valueText(value)) })))
  return {
    shown: worstShown(checks.map(shownOf)),
    checks: counts,
    ...(why && { reasons: why }),
    ...(deviations && { known: deviations }),
    ...(seen && { observed: seen }),
  }
}

function told(text: string): string {
  return shortened(plain(text), longest.text)
}

function few<One>(all: readonly One[]): readonly One[] | undefined {
  return all.length === 0 ? undefined : all.slice(0, longest.list)
}

function unique<One>(all: readonly One[]): One[] {
  return [...new Map(all.map((one) => [JSON.stringify(one), one])).values()]
}

function groupedBy<One extends { readonly rule: string }>(all: readonly One[]): ReadonlyMap<string, One[]> {
  const groups = new Map<string, One[]>()
  for (const one of all) {
    const own = groups.get(one.rule)
    if (own === undefined) groups.set(one.rule, [one])
    else own.push(one)
  }
  return groups
}
