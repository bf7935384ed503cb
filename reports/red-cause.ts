import { roleNames } from '#harness/roles.ts'
import { type Cause, causesOf } from './causes.ts'
import { valueText } from './plain-text.ts'
import { briefReason } from './reason.ts'
import type { RunCheck, RunResult } from './run-schema.ts'
import { count, isRefusedStart, displayedVerdict, verdictWords, checkWords } from './displayed-verdict.ts'

/** Reason why a run is red, in one sentence: its first cause, and the flags that the command added. Empty if it is green. */
export function whyOf(result: RunResult): string | undefined {
  const [first, ...others] = causesOf(result).filter(({ shown }) => shown !== 'warned')
  if (first === undefined) return undefined
  const more = others.length === 0 ? '' : `; ${count(others.length, 'more cause')}`
  return `${subjectOf(result, first)}${addedOf(first)}${more}.`
}

function subjectOf(result: RunResult, { checks, shown }: Cause): string {
  const [check] = checks
  const many = count(checks.length, 'check')
  if (check.programError !== undefined) {
    const role = result.rules.find(({ id }) => id === check.rule)?.program
    const program = role === undefined ? 'program' : roleNames[role]
    const how = isRefusedStart(check) ? 'refused to start' : `made ${many} ${verdictWords(shown)}`
    const where = isRefusedStart(check) ? ` in ${many}` : ''
    return `The ${program} ${how}${where}: ${cut(check.programError)}`
  }
  const rules = new Set(checks.map(({ rule }) => rule))
  const where = rules.size === 1 ? `${many} of ${check.rule}` : `${many} of ${rules.size} rules`
  const verb = checks.length === 1 ? 'is' : 'are'
  return `${where} ${verb} ${words(check)}: ${cut(comparisonOf(check))}`
}

function comparisonOf(check: RunCheck): string {
  const reason = briefReason(check, maxLetters)
  const { title, expected, actual } = check
  if (reason !== undefined || (expected === null && actual === null)) return reason ?? title
  return `${title}: expected ${valueText(expected)}, got ${valueText(actual)}`
}

const words = (check: RunCheck): string =>
  isRefusedStart(check) ? checkWords(check) : verdictWords(displayedVerdict(check))

/** The flags that the command of the program added, as the reasons of its checks name them. */
function addedOf({ checks }: Cause): string {
  for (const { reason } of checks) {
    const [, flags] = /flags of its own: (.+)$/m.exec(reason ?? '') ?? []
    if (flags !== undefined) return ` (its command adds ${cut(flags)})`
  }
  return ''
}

// One sentence at the top of a page.
const maxLetters = 200

function cut(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim().replace(/\.$/, '')
  return line.length > maxLetters ? `${line.slice(0, maxLetters)}…` : line
}
