import { placeText } from '#harness/catalogue.ts'
import { attemptsText } from '../attempts.ts'
import { locationText } from '../declared-location.ts'
import { type Cause, causesOf } from '../causes.ts'
import { headlineOf } from '../headline.ts'
import { type Lookup, lookupOf } from '../lookup.ts'
import { plain, shortened, valueText } from '../plain-text.ts'
import { briefReason } from '../reason.ts'
import type { RunResult } from '../run-schema.ts'
import { count, isRefusedStart, checkWords } from '../displayed-verdict.ts'

// GitHub shows this many annotations per step.
const maxShown = 10
// A few names show the affected part. The reports have all of them.
const maxNamed = 20

/**
 * Renders the lines that GitHub shows as annotations of a run's failures, one per cause, limited to the number that it
 * shows.
 */
export function renderAnnotations(result: RunResult): string {
  const lookup = lookupOf(result)
  const run = wholeRun(result)
  const causes = causesOf(result)
  const room = maxShown - run.length
  const shown = causes.length <= room ? causes : causes.slice(0, room - 1)
  const lines = [
    ...run,
    ...shown.map((cause) =>
      line(cause.shown === 'warned' ? 'warning' : 'error', titleOf(cause), bodyOf(lookup, cause)),
    ),
    ...restOf(causes.slice(shown.length)),
  ]
  return lines.map((one) => `${one}\n`).join('')
}

/** Returns one line for all causes beyond the limit of GitHub. */
function restOf(causes: readonly Cause[]): string[] {
  if (causes.length === 0) return []
  const checks = causes.flatMap((cause) => cause.checks)
  const named = causes.slice(0, maxNamed).map((cause) => `- ${titleOf(cause)}`)
  const more = causes.length - named.length
  const isWarning = causes.every(({ shown }) => shown === 'warned')
  return [
    line(
      isWarning ? 'warning' : 'error',
      `${count(causes.length, 'more cause')} in ${count(checks.length, 'check')}`,
      [
        ...named,
        ...(more > 0 ? [`… and ${more} more`] : []),
        'The summary and the report have all of them.',
      ].join('\n'),
    ),
  ]
}

function wholeRun(result: RunResult): string[] {
  const stale = result.baseline?.stale.map(({ entry, why }) => `${entry}: ${why}`) ?? []
  if (result.complete && result.errors.length + stale.length === 0) return []
  const { title, detail } = headlineOf(result)
  const errors = [...result.errors, ...stale].map((error) => shortened(error, 500))
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
  const values = check.expected === null && check.actual === null
  const reason = briefReason(check, 500)
  const declared = locationText(check, rule)
  const named = others.slice(0, maxNamed).map(({ id }) => `- ${id}`)
  const more = others.length - named.length
  const error = check.programError === undefined ? [] : [reason ?? '']
  return [
    ...error,
    rule === undefined ? check.rule : `${rule.says} (${rule.level}, ${placeText(rule.source)})`,
    `Check: ${check.title}`,
    ...(reason === undefined || error.length > 0 ? [] : [reason]),
    ...(values || isRefusedStart(check)
      ? []
      : [`Expected: ${brief(check.expected)}`, `Actual: ${brief(check.actual)}`]),
    ...(attempts === undefined ? [] : [`Attempts: ${attempts}`]),
    ...(declared === undefined ? [] : [`Declared in ${declared}`]),
    `Repro: ${check.repro}`,
    ...(named.length === 0 ? [] : ['The same cause:', ...named]),
    ...(more > 0 ? [`… and ${more} more`] : []),
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
