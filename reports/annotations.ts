import { headlineOf, redChecks } from './headline.ts'
import { plain, repeatsValues, shortened, valueText } from './plain.ts'
import type { RunCheck, RunResult } from './result.ts'
import { rank, shownOf, wordsOf } from './shown.ts'

/** The lines that make GitHub show a run's failures as annotations, the worst first: it shows only the first ten. */
export function renderAnnotations(result: RunResult): string {
  const red = redChecks(result).toSorted((a, b) => rank(shownOf(b)) - rank(shownOf(a)))
  const warned = result.checks.filter((check) => check.ran && check.verdict === 'warned')
  const lines = [
    ...wholeRun(result),
    ...red.map((check) => line('error', titleOf(check), bodyOf(result, check))),
    ...warned.map((check) => line('warning', titleOf(check), bodyOf(result, check))),
  ]
  return lines.map((one) => `${one}\n`).join('')
}

function wholeRun(result: RunResult): string[] {
  if (result.complete && result.errors.length === 0) return []
  const { title, detail } = headlineOf(result)
  const errors = result.errors.map((error) => shortened(error, 500))
  return [line('error', title, [detail, ...errors].filter((part) => part !== '').join('\n'))]
}

function titleOf(check: RunCheck): string {
  return `${check.known?.passes === true ? 'passes now' : wordsOf(shownOf(check))}: ${check.rule}`
}

function bodyOf(result: RunResult, check: RunCheck): string {
  const rule = result.rules.find(({ id }) => id === check.rule)
  const { document, section, row } = rule?.source ?? {}
  const values = check.expected === null && check.actual === null
  return [
    rule === undefined
      ? check.rule
      : `${rule.says} (${rule.level}, document ${document}, ${section}, ${row})`,
    `Check: ${check.title}`,
    ...(check.reason === null || repeatsValues(check.reason) ? [] : [shortened(check.reason, 500)]),
    ...(values ? [] : [`Expected: ${brief(check.expected)}`, `Actual: ${brief(check.actual)}`]),
    `Repro: ${check.repro}`,
  ].join('\n')
}

function brief(value: unknown): string {
  return shortened(valueText(value), 400)
}

function line(command: 'error' | 'warning', title: string, message: string): string {
  return `::${command} title=${escapeProperty(plain(title))}::${escapeData(plain(message))}`
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
