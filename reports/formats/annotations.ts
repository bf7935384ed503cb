import { placeText } from '#harness/catalogue.ts'
import { attemptsText } from '../attempts.ts'
import { locationText } from '../declared-location.ts'
import { type Cause, causesOf } from '../causes.ts'
import { headlineOf } from '../headline.ts'
import { type Lookup, lookupOf } from '../lookup.ts'
import { stripControlCharacters, truncate, valueText } from '../plain-text.ts'
import { briefReason } from '../reason.ts'
import type { RunResult } from '../run-schema.ts'
import { count, isRefusedStart, checkWords } from '../displayed-verdict.ts'

// Maximum number of annotations that GitHub shows per step.
const maxShown = 10
// Maximum number of listed causes, and of listed checks after the first of a cause. The reports list all of them.
const maxNamed = 20

/**
 * Renders the lines that GitHub shows as annotations of a run's failures: one per cause, up to the number of
 * annotations that GitHub shows.
 */
export function renderAnnotations(result: RunResult): string {
  const lookup = lookupOf(result)
  const runAnnotations = wholeRunAnnotations(result)
  const causes = causesOf(result)
  const availableCount = maxShown - runAnnotations.length
  const shownCauses = causes.length <= availableCount ? causes : causes.slice(0, availableCount - 1)
  const lines = [
    ...runAnnotations,
    ...shownCauses.map((cause) =>
      line(cause.verdict === 'warned' ? 'warning' : 'error', titleOf(cause), bodyOf(lookup, cause)),
    ),
    ...remainderAnnotation(causes.slice(shownCauses.length)),
  ]
  return lines.map((one) => `${one}\n`).join('')
}

/** Returns one line for all causes beyond the limit of GitHub. */
function remainderAnnotation(causes: readonly Cause[]): string[] {
  if (causes.length === 0) return []
  const checks = causes.flatMap((cause) => cause.checks)
  const namedCauses = causes.slice(0, maxNamed).map((cause) => `- ${titleOf(cause)}`)
  const unnamedCount = causes.length - namedCauses.length
  const isWarning = causes.every(({ verdict }) => verdict === 'warned')
  return [
    line(
      isWarning ? 'warning' : 'error',
      `${count(causes.length, 'more cause')} in ${count(checks.length, 'check')}`,
      [
        ...namedCauses,
        ...(unnamedCount > 0 ? [`… and ${unnamedCount} more`] : []),
        'The summary and the report have all of them.',
      ].join('\n'),
    ),
  ]
}

function wholeRunAnnotations(result: RunResult): string[] {
  const staleEntries = result.baseline?.stale.map(({ entry, why }) => `${entry}: ${why}`) ?? []
  if (result.complete && result.errors.length + staleEntries.length === 0) return []
  const { title, detail } = headlineOf(result)
  const errors = [...result.errors, ...staleEntries].map((error) => truncate(error, 500))
  return [line('error', title, [detail, ...errors].filter((part) => part !== '').join('\n'))]
}

function titleOf({ checks }: Cause): string {
  const [check, ...others] = checks
  const word = checkWords(check)
  return `${word}: ${check.rule}${others.length === 0 ? '' : ` and ${count(others.length, 'more check')}`}`
}

function bodyOf(lookup: Lookup, { checks }: Cause): string {
  const [check, ...others] = checks
  const rule = lookup.rule(check.rule)
  const attempts = attemptsText(check)
  const hasNoValues = check.expected === null && check.actual === null
  const reason = briefReason(check, 500)
  const location = locationText(check, rule)
  const namedChecks = others.slice(0, maxNamed).map(({ id }) => `- ${id}`)
  const unnamedCount = others.length - namedChecks.length
  const error = check.programError === undefined ? [] : [reason ?? '']
  return [
    ...error,
    rule === undefined ? check.rule : `${rule.says} (${rule.level}, ${placeText(rule.source)})`,
    `Check: ${check.title}`,
    ...(reason === undefined || error.length > 0 ? [] : [reason]),
    ...(hasNoValues || isRefusedStart(check)
      ? []
      : [`Expected: ${briefText(check.expected)}`, `Actual: ${briefText(check.actual)}`]),
    ...(attempts === undefined ? [] : [`Attempts: ${attempts}`]),
    ...(location === undefined ? [] : [`Declared in ${location}`]),
    `Repro: ${check.repro}`,
    ...(namedChecks.length === 0 ? [] : ['The same cause:', ...namedChecks]),
    ...(unnamedCount > 0 ? [`… and ${unnamedCount} more`] : []),
  ].join('\n')
}

function briefText(value: unknown): string {
  return truncate(valueText(value), 400)
}

function line(command: 'error' | 'warning', title: string, message: string): string {
  return `::${command} title=${escapeProperty(stripControlCharacters(title))}::${escapeData(stripControlCharacters(message))}`
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
