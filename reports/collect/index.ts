import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Collected } from '#harness/run/product.ts'
import { compareRuns } from '../comparison/compare.ts'
import { isGreen } from '../displayed-verdict.ts'
import { renderBadgeOf } from '../formats/badge.ts'
import type { Matrix, MatrixRule, PastResult } from '../matrix/data.ts'
import { matrixOf } from '../matrix/matrix.ts'
import { matrixPage } from '../matrix/page.ts'
import { plain } from '../plain-text.ts'
import { resultOf } from '../result.ts'
import type { RunResult } from '../run-schema.ts'

/** A result with its source. */
type Sourced = Collected['implementations'][number]['results'][number] & { readonly result: RunResult }

/** Writes the matrix of the latest results as a page and as JSON, and a badge for each implementation. */
export function writeCollected(
  out: string,
  { implementations, triage, refused }: Collected,
): { readonly page: string; readonly stale: readonly string[] } {
  const all = implementations.map(({ name, results }) => ({ name, results: latestFirst(results) }))
  const latest = all.flatMap(({ results }) => results.slice(0, 1).map(({ result }) => result))
  const names = all.map(({ name }) => name)
  const { rules, ...matrix } = matrixOf(latest, names)
  const stale = triage.flatMap((entry) => staleReason(entry, rules, names))
  const content: Matrix = {
    ...matrix,
    rules: rules.map((rule) => triaged(rule, triage, names)),
    history: all.map(({ name, results }) => ({ name, results: historyOf(results) })),
    ...(refused.length > 0 && { refused: refused.map(plain) }),
  }
  mkdirSync(join(out, 'badges'), { recursive: true })
  for (const [index, name] of names.entries()) {
    const result = latest[index]
    if (result !== undefined) writeFileSync(join(out, 'badges', badgeName(name)), renderBadgeOf(name, result))
  }
  writeFileSync(join(out, 'matrix.json'), `${JSON.stringify(content)}\n`)
  const page = join(out, 'index.html')
  writeFileSync(page, matrixPage(content))
  return { page, stale }
}

/** Returns the file name of a badge: `acme 1.4` has `acme-1.4.json`. */
function badgeName(name: string): string {
  return `${name.replaceAll(' ', '-')}.json`
}

function latestFirst(results: Collected['implementations'][number]['results']): Sourced[] {
  return results
    .map((one) => ({ ...one, result: resultOf(one.events) }))
    .toSorted((a, b) => Date.parse(b.result.startedAt) - Date.parse(a.result.startedAt))
}

function historyOf(results: readonly Sourced[]): PastResult[] {
  return results.map(({ result, from, signedBy }, index) => {
    const before = results[index + 1]?.result
    const changes = before === undefined ? [] : compareRuns(before, result).verdicts
    const worse = changes.filter(({ direction }) => direction === 'worse').length
    const version = result.target.programs.find((program) => program.version !== undefined)?.version
    return {
      startedAt: result.startedAt,
      tool: result.tool.version,
      ...(version !== undefined && { version: plain(version) }),
      headline: result.headline,
      better: changes.length - worse,
      worse,
      from,
      ...(signedBy !== undefined && { signedBy }),
    }
  })
}

function triaged(rule: MatrixRule, triage: Collected['triage'], names: readonly string[]): MatrixRule {
  const own = triage
    .filter((entry) => entry.rule === rule.id && names.includes(entry.implementation))
    .map(({ implementation, link, note }) => ({
      run: names.indexOf(implementation),
      link,
      ...(note !== undefined && { note }),
    }))
  return own.length === 0 ? rule : { ...rule, triage: own }
}

/** Returns why a triage entry is stale, or nothing if the rule fails or the implementation has no verified result. */
function staleReason(
  { at, rule, implementation }: Collected['triage'][number],
  rules: readonly MatrixRule[],
  names: readonly string[],
): string[] {
  const run = names.indexOf(implementation)
  if (run === -1) return []
  const cell = rules.find(({ id }) => id === rule)?.cells[run]
  if (cell === undefined || cell === null)
    return [`${at}: the latest result of ${implementation} does not have the rule ${rule}.`]
  return isGreen(cell.shown) && cell.shown !== 'known-failing' && cell.shown !== 'warned'
    ? [`${at}: ${rule} no longer fails in the latest result of ${implementation}; remove the entry.`]
    : []
}
