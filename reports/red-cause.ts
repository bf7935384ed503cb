import { commandNotesIn } from '#harness/cause/command-notes.ts'
import { roleNames } from '#harness/roles.ts'
import { type Cause, causesOf } from './causes.ts'
import { valueText } from './plain-text.ts'
import { briefReason } from './reason.ts'
import type { RunCheck, RunResult } from './run-schema.ts'
import { count, isRefusedStart, displayedVerdict, verdictWords, checkWords } from './displayed-verdict.ts'

/**
 * Returns the reason why a run is red, in one sentence: its first cause, and the flags that the command dropped or
 * added. Returns nothing for a green run.
 */
export function causeSentence(result: RunResult): string | undefined {
  const [first, ...others] = causesOf(result).filter(({ verdict }) => verdict !== 'warned')
  if (first === undefined) return undefined
  const moreCauses = others.length === 0 ? '' : `; ${count(others.length, 'more cause')}`
  return `${causeSubject(result, first)}${commandNote(first)}${moreCauses}.`
}

function causeSubject(result: RunResult, { checks, verdict }: Cause): string {
  const [check] = checks
  const checkCountText = count(checks.length, 'check')
  if (check.programError !== undefined) {
    const role = result.rules.find(({ id }) => id === check.rule)?.program
    const program = role === undefined ? 'program' : roleNames[role]
    const predicate = isRefusedStart(check)
      ? 'refused to start'
      : `made ${checkCountText} ${verdictWords(verdict)}`
    const checkSuffix = isRefusedStart(check) ? ` in ${checkCountText}` : ''
    return `The ${program} ${predicate}${checkSuffix}: ${firstLine(check.programError)}`
  }
  const rules = new Set(checks.map(({ rule }) => rule))
  const checkPlace =
    rules.size === 1 ? `${checkCountText} of ${check.rule}` : `${checkCountText} of ${rules.size} rules`
  const verb = checks.length === 1 ? 'is' : 'are'
  return `${checkPlace} ${verb} ${verdictTextOf(check)}: ${firstLine(comparisonOf(check))}`
}

function comparisonOf(check: RunCheck): string {
  const reason = briefReason(check, maxLineLength)
  const { title, expected, actual } = check
  if (reason !== undefined || (expected === null && actual === null)) return reason ?? title
  return `${title}: expected ${valueText(expected)}, got ${valueText(actual)}`
}

const verdictTextOf = (check: RunCheck): string =>
  isRefusedStart(check) ? checkWords(check) : verdictWords(displayedVerdict(check))

/** Returns a note about the flags that the command of the program dropped or added, from the reasons of its checks. */
function commandNote({ checks }: Cause): string {
  for (const { reason } of checks) {
    const notes = commandNotesIn(reason ?? '').join('\n')
    const [, dropped] = /not passed on: (.+)$/m.exec(notes) ?? []
    const [, added] = /flags of its own: (.+)$/m.exec(notes) ?? []
    const parts = [
      ...(dropped === undefined ? [] : [`does not pass on ${firstLine(dropped)}`]),
      ...(added === undefined ? [] : [`adds ${firstLine(added)}`]),
    ]
    if (parts.length > 0) return ` (its command ${parts.join(' and ')})`
  }
  return ''
}

// Maximum length of a cause, which is one sentence at the top of a page.
const maxLineLength = 200

function firstLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim().replace(/\.$/, '')
  return line.length > maxLineLength ? `${line.slice(0, maxLineLength)}…` : line
}
