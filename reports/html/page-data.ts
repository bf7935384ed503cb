import { isAbsolute, normalize } from 'node:path'
import { checkId } from '#harness/catalogue.ts'
import type { CheckEvent } from '#harness/events.ts'
import { attemptsText } from '../attempts.ts'
import { locationText } from '../declared-location.ts'
import { truncate, valueText } from '../plain-text.ts'
import { reasonOf } from '../reason.ts'
import type { RunCheck, RunRule } from '../run-schema.ts'
import { count, isGreen, displayedVerdict } from '../displayed-verdict.ts'
import type { ComparedValues, Detail, PageCheck, PageData } from './data.ts'
import { textOf } from './values.ts'
import { failuresOf } from './failures.ts'
import type { ReportView } from './view.ts'
import { duration } from './words.ts'

// Maximum number of checks in a script: few enough to load quickly, many enough to write quickly.
const maxChecksPerScript = 20

// Maximum length of a reason, in characters. run.json contains the complete reason.
const maxReasonLength = 6000

/** Returns the data from which the page draws its checks, for the rules in the order of the page. */
export function pageDataOf(view: ReportView, rules: readonly RunRule[]): PageData {
  const places = new Map(rules.flatMap((rule) => rule.checks).map((id, index) => [id, index]))
  let scriptIndex = 0
  let checksInScript = 0
  return {
    failures: failuresOf(view).flatMap(({ checks }) => checks.flatMap(({ id }) => places.get(id) ?? [])),
    rules: rules.map((rule) => {
      const checks = rule.checks.flatMap((id) => view.check(id) ?? [])
      if (checksInScript + checks.length > maxChecksPerScript || scriptIndex === 0)
        [scriptIndex, checksInScript] = [scriptIndex + 1, 0]
      checksInScript += checks.length
      const scriptPath = `evidence/pages/${scriptIndex}.js`
      return { id: rule.id, script: scriptPath, checks: checks.map((check) => pageCheckOf(view, check)) }
    }),
  }
}

function pageCheckOf(view: ReportView, check: RunCheck): PageCheck {
  const { id, rule, title, ran, durationMs, known } = check
  const displayVerdict = displayedVerdict(check)
  const isAlone = folderOf(check) === undefined
  return {
    ...(checkId(rule, title) !== id && { id }),
    title,
    ...(displayVerdict !== 'held' && { shown: displayVerdict }),
    ...(!isGreen(displayVerdict) && { red: true }),
    ...(ran && { ms: Math.round(durationMs * 10) / 10 }),
    ...(known?.passes === true && { stale: true }),
    ...((isAlone || isInPage(check)) && { detail: detailOf(view, check) }),
    ...(isAlone && { isSelfContained: true }),
  }
}

/**
 * Reports whether the page itself contains the result of a check, because it needs attention. Other results are in
 * external scripts.
 */
export function isInPage(check: RunCheck): boolean {
  const displayVerdict = displayedVerdict(check)
  return !isGreen(displayVerdict) || displayVerdict === 'warned' || check.known !== null
}

/** Returns the evidence folder of a check, or nothing if there is none below the run's directory. */
export function folderOf({ evidence }: Pick<RunCheck, 'evidence'>): string | undefined {
  if (evidence === null || isAbsolute(evidence) || normalize(evidence).startsWith('..')) return undefined
  return normalize(evidence)
}

/** Returns the result of a check as texts. */
export function detailOf(view: ReportView, check: RunCheck): Detail {
  const { known, expected, actual, twin, repro } = check
  const event = view.event(check.id)
  const location = locationText(check, view.rule(check.rule))
  const reason = reasonOf(check)
  const hasValues = expected !== null || actual !== null
  const attempts = attemptsText(check)
  const launches = launchesText(event?.launches ?? [])
  return {
    ...(reason !== undefined && { reason: truncate(reason, maxReasonLength) }),
    ...(known !== null && {
      known: { reason: known.reason, ...(known.link !== undefined && { link: known.link }) },
    }),
    ...(hasValues && { values: { expected: textOf(expected), actual: textOf(actual) } }),
    ...(attempts !== undefined && { attempts }),
    ...(twin !== null && { twin }),
    assertions: (event?.assertions ?? []).map(
      ({ matcher, expected: expectedValue, actual: actualValue, passed }): ComparedValues => ({
        matcher,
        expected: textOf(expectedValue),
        actual: textOf(actualValue),
        passed,
      }),
    ),
    observations: (event?.observations ?? []).map(({ what, value }) => ({ what, value: textOf(value) })),
    ...(launches !== undefined && { launches }),
    ...(location !== undefined && { declared: location }),
    repro,
  }
}

function launchesText(launches: CheckEvent['launches']): string | undefined {
  if (launches.length === 0) return undefined
  const launchTexts = launches.map(({ outcome, durationMs }) => `${outcome} after ${duration(durationMs)}`)
  return `Started ${count(launches.length, 'program')}: ${launchTexts.join(', ')}.`
}

/** Returns the data of an entry, shortened if it exceeds a length. */
export function shortData(data: unknown, maxLength: number): unknown {
  return (JSON.stringify(data) ?? '').length <= maxLength ? data : truncate(valueText(data), maxLength)
}
