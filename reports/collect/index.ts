import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Collected } from '#harness/run/product.ts'
import { compareRuns } from '../comparison/compare.ts'
import { isGreen } from '../displayed-verdict.ts'
import { renderBadgeOf } from '../formats/badge.ts'
import type { Matrix, MatrixRule, PastResult } from '../matrix/data.ts'
import { matrixOf } from '../matrix/matrix.ts'
import { matrixPage } from '../matrix/page.ts'
import { stripControlCharacters } from '../plain-text.ts'
import { resultOf } from '../result.ts'
import type { RunResult } from '../run-schema.ts'

/** Collected result with its source and the result of its run. */
type SourcedResult = Collected['implementations'][number]['results'][number] & { readonly result: RunResult }

/** Writes the matrix of the latest results as a page and as JSON, and a badge for each implementation. */
export function writeCollected(
  out: string,
  { implementations, triage, refused }: Collected,
): { readonly page: string; readonly stale: readonly string[] } {
  const implementationResults = implementations.map(({ name, results }) => ({
    name,
    results: sortLatestFirst(results),
  }))
  const latestResults = implementationResults.flatMap(({ results }) =>
    results.slice(0, 1).map(({ result }) => result),
  )
  const names = implementationResults.map(({ name }) => name)
  const { rules, ...matrix } = matrixOf(latestResults, names)
  const staleEntries = triage.flatMap((entry) => staleReason(entry, rules, names))
  const content: Matrix = {
    ...matrix,
    rules: rules.map((rule) => withTriage(rule, triage, names)),
    history: implementationResults.map(({ name, results }) => ({ name, results: historyOf(results) })),
    ...(refused.length > 0 && { refused: refused.map(stripControlCharacters) }),
  }
  mkdirSync(join(out, 'badges'), { recursive: true })
  for (const [index, name] of names.entries()) {
    const result = latestResults[index]
    if (result !== undefined) writeFileSync(join(out, 'badges', badgeName(name)), renderBadgeOf(name, result))
  }
  writeFileSync(join(out, 'matrix.json'), `${JSON.stringify(content)}\n`)
  const page = join(out, 'index.html')
  writeFileSync(page, matrixPage(content))
  return { page, stale: staleEntries }
}

/** Returns the file name of a badge: `acme 1.4` has `acme-1.4.json`. */
function badgeName(name: string): string {
  return `${name.replaceAll(' ', '-')}.json`
}

function sortLatestFirst(results: Collected['implementations'][number]['results']): SourcedResult[] {
  return results
    .map((one) => ({ ...one, result: resultOf(one.events) }))
    .toSorted((a, b) => Date.parse(b.result.startedAt) - Date.parse(a.result.startedAt))
}

function historyOf(results: readonly SourcedResult[]): PastResult[] {
  return results.map(({ result, from, signedBy }, index) => {
    const previousResult = results[index + 1]?.result
    const changes = previousResult === undefined ? [] : compareRuns(previousResult, result).verdicts
    const worseCount = changes.filter(({ direction }) => direction === 'worse').length
    const version = result.target.programs.find((program) => program.version !== undefined)?.version
    return {
      startedAt: result.startedAt,
      tool: result.tool.version,
      ...(version !== undefined && { version: stripControlCharacters(version) }),
      headline: result.headline,
      better: changes.length - worseCount,
      worse: worseCount,
      from,
      ...(signedBy !== undefined && { signedBy }),
    }
  })
}

function withTriage(rule: MatrixRule, triage: Collected['triage'], names: readonly string[]): MatrixRule {
  const ownEntries = triage
    .filter((entry) => entry.rule === rule.id && names.includes(entry.implementation))
    .map(({ implementation, link, note }) => ({
      run: names.indexOf(implementation),
      link,
      ...(note !== undefined && { note }),
    }))
  return ownEntries.length === 0 ? rule : { ...rule, triage: ownEntries }
}

/**
 * Returns the reason why a triage entry is stale. Returns nothing if the rule fails, or if the implementation has no
 * verified result.
 */
function staleReason(
  { location, rule, implementation }: Collected['triage'][number],
  rules: readonly MatrixRule[],
  names: readonly string[],
): string[] {
  const runIndex = names.indexOf(implementation)
  if (runIndex === -1) return []
  const cell = rules.find(({ id }) => id === rule)?.cells[runIndex]
  if (cell === undefined || cell === null)
    return [`${location}: the latest result of ${implementation} does not have the rule ${rule}.`]
  return isGreen(cell.shown) && cell.shown !== 'known-failing' && cell.shown !== 'warned'
    ? [`${location}: ${rule} no longer fails in the latest result of ${implementation}; remove the entry.`]
    : []
}
