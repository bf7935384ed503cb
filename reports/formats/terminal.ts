import { placeText } from '#harness/catalogue.ts'
import { join } from 'node:path'
import type { CheckEvent } from '#harness/events.ts'
import { isOutOfDate, isRed } from '#harness/verdict.ts'
import { attemptsText } from '../attempts.ts'
import { type Cause, causesOf } from '../causes.ts'
import { locationText } from '../declared-location.ts'
import { claimsOf, headlineOf } from '../headline.ts'
import { type Lookup, lookupOf } from '../lookup.ts'
import { networkLines } from '../network/summary.ts'
import { isPack } from '../packs.ts'
import { firstLines, stripControlCharacters, truncate, valueText } from '../plain-text.ts'
import { briefReason, reasonOf } from '../reason.ts'
import type { RunCheck, RunResult } from '../run-schema.ts'
import {
  count,
  isRefusedStart,
  type DisplayedVerdict,
  displayedVerdict,
  displayedVerdicts,
  verdictWords,
} from '../displayed-verdict.ts'
import { type ApplyStyle, styledIf, verdictStyles } from '../text-style.ts'

/** Options for the output of a run on a terminal. */
export interface TerminalOptions {
  readonly colour?: boolean
  /** Output directory of the run as the user would type it, for the paths of the traces. */
  readonly outDir: string
}

const tags: Readonly<Record<DisplayedVerdict, string>> = {
  held: 'HELD',
  observed: 'OBSERVED',
  'not-applicable': 'NOT APPLICABLE',
  'known-failing': 'KNOWN FAILING',
  warned: 'WARNED',
  inconclusive: 'INCONCLUSIVE',
  unstable: 'UNSTABLE',
  untestable: 'UNTESTABLE',
  'not-run': 'NOT RUN',
  broken: 'BROKEN',
  crashed: 'CRASHED',
  'harness-fault': 'HARNESS FAULT',
}

// Maximum number of listed checks after the first of a cause. The reports list all of them.
const maxNamed = 8

/** Renders a finished run: a block per cause that needs attention, then the totals. */
export function renderTerminal(result: RunResult, options: TerminalOptions): string {
  const lookup = lookupOf(result)
  // The most important cause comes last, because readers begin at the end of the terminal output.
  const causeBlocks = causesOf(result)
    .toReversed()
    .map((cause) => causeBlock(lookup, cause, options))
  return `${[...causeBlocks, totalsBlock(result, options)].join('\n\n')}\n`
}

/** Renders the first check of a cause as a block, with the names of the other checks. */
function causeBlock(lookup: Lookup, { checks }: Cause, options: TerminalOptions): string {
  const [first, ...others] = checks
  const block = failureBlock(lookup, first, options)
  if (others.length === 0) return block
  const { dim } = stylesOf(options)
  const names = others.slice(0, maxNamed).map((check) => `    ${stripControlCharacters(check.id)}`)
  const unnamedCount = others.length - names.length
  return [
    block,
    dim(`  and ${count(others.length, 'more check')} for the same cause:`),
    ...names,
    ...(unnamedCount > 0 ? [dim(`    … and ${unnamedCount} more`)] : []),
  ].join('\n')
}

/**
 * Renders a check that runs a second time at the end of the run.
 * @param why the reason, for the first check with a cause
 */
export function rerunLine(check: RunCheck, options: TerminalOptions, why?: string): string {
  const { dim } = stylesOf(options)
  const line = `${tagOf(check, options)}  ${stripControlCharacters(check.id)}${dim('  runs a second time at the end')}`
  return why === undefined ? line : `${line}\n      ${why}`
}

/** Renders one line for a check whose cause was already shown. */
export function rerunAgainLine(check: RunCheck, options: TerminalOptions): string {
  const { dim } = stylesOf(options)
  return `${tagOf(check, options)}  ${stripControlCharacters(check.id)}${dim('  for the same cause as above')}`
}

/** Renders one line for a cause that many checks have. */
export function causeLine(cause: Cause, options: TerminalOptions): string {
  const [first] = cause.checks
  return `  ${tagOf(first, options)} ${cause.checks.length} × ${causeText(first)}`
}

/** Returns the cause of a failure on one line. */
export function causeText(check: RunCheck): string {
  const programErrorText = check.programError === undefined ? undefined : briefReason(check, 160)
  return (
    programErrorText ??
    truncate(firstLines(stripControlCharacters(check.reason ?? check.title), 1)[0] ?? '', 160)
  )
}

function stylesOf({ colour = false }: TerminalOptions): {
  styled: ApplyStyle
  dim: (text: string) => string
} {
  const applyStyle = styledIf(colour)
  return { styled: applyStyle, dim: (text) => applyStyle('dim', text) }
}

function tagOf(check: RunCheck, options: TerminalOptions): string {
  const isStale = isOutOfDate(check.known)
  const tag = isRefusedStart(check) ? 'REFUSED' : tags[displayedVerdict(check)]
  return stylesOf(options).styled(verdictStyles[displayedVerdict(check)], isStale ? 'STALE' : tag)
}

/** Renders all information that is needed to analyze a check that is not green. */
export function failureBlock(lookup: Lookup, check: RunCheck, options: TerminalOptions): string {
  const { dim } = stylesOf(options)
  const rule = lookup.rule(check.rule)
  const hasProgramError = check.programError !== undefined
  const lines: [string, string][] = [
    ...(hasProgramError ? reasonLines(check) : []),
    ['Rule', stripControlCharacters(rule?.says ?? check.rule)],
    ['Check', stripControlCharacters(check.title)],
    ...valueLines(check),
    ...(hasProgramError ? [] : reasonLines(check)),
    ...attemptLines(check),
    ...twinLines(lookup, check),
    ...declaredLines(check, rule),
    ...(check.evidence === null
      ? []
      : [['Trace', traceOf(options.outDir, check.evidence)] satisfies [string, string]]),
    ['Repro', check.repro],
  ]
  const bodyLines = lines.map(([name, text]) => {
    const [first = '', ...rest] = firstLines(text, 14)
    return [`  ${dim(name.padEnd(10))}${first}`, ...rest.map((line) => `${' '.repeat(12)}${line}`)].join('\n')
  })
  return [titleLine(check, rule, options), ...bodyLines].join('\n')
}

function declaredLines(check: RunCheck, rule: ReturnType<Lookup['rule']>): [string, string][] {
  const text = locationText(check, rule)
  return text === undefined ? [] : [['Declared', `in ${text}`]]
}

/** Returns the path of a check's timeline, which is in a pack if the evidence of several checks is stored together. */
function traceOf(outDir: string, evidence: string): string {
  return isPack(evidence) ? join(outDir, evidence) : join(outDir, evidence, 'timeline.json')
}

function titleLine(check: RunCheck, rule: ReturnType<Lookup['rule']>, options: TerminalOptions): string {
  const { styled, dim } = stylesOf(options)
  const placeSuffix = rule === undefined ? '' : `  ${rule.level}  ${placeText(rule.source)}`
  return `${tagOf(check, options)}  ${styled('bold', stripControlCharacters(check.rule))}${dim(stripControlCharacters(placeSuffix))}`
}

function valueLines(check: RunCheck): [string, string][] {
  if ((check.expected === null && check.actual === null) || isRefusedStart(check)) return []
  return [
    ['Expected', truncate(valueText(check.expected), 1200)],
    ['Actual', truncate(valueText(check.actual), 1200)],
  ]
}

function reasonLines(check: RunCheck): [string, string][] {
  const knownLines: [string, string][] =
    check.known === null ? [] : [['Known', stripControlCharacters(check.known.reason)]]
  const reason = reasonOf(check)
  return reason === undefined
    ? knownLines
    : [['Reason', truncate(stripControlCharacters(reason), 1200)], ...knownLines]
}

function attemptLines(check: RunCheck): [string, string][] {
  const text = attemptsText(check)
  return text === undefined ? [] : [['Attempts', text]]
}

function twinLines(lookup: Lookup, check: RunCheck): [string, string][] {
  const twinCheck = check.twin === null ? undefined : lookup.check(check.twin)
  if (twinCheck === undefined) return []
  return [
    ['Control', `${stripControlCharacters(twinCheck.title)}: ${verdictWords(displayedVerdict(twinCheck))}`],
  ]
}

/** Renders the end of the run, the number of checks per verdict, and the paths of the reports. */
export function totalsBlock(result: RunResult, options: TerminalOptions): string {
  const { styled, dim } = stylesOf(options)
  const { title, detail } = headlineOf(result)
  const style =
    verdictStyles[
      result.outcome !== 'conformant' ? 'broken' : claimsOf(result).length > 0 ? 'held' : 'observed'
    ]
  const errors = result.errors.map(
    (error) => `  ${firstLines(stripControlCharacters(error), 6).join('\n  ')}`,
  )
  const staleLines =
    result.baseline?.stale.map(({ entry, why }) => `  ${stripControlCharacters(`${entry}: ${why}`)}`) ?? []
  const verdictCounts = new Map<DisplayedVerdict, number>()
  for (const check of result.checks) incrementCount(verdictCounts, displayedVerdict(check))
  return [
    [styled(style, styled('bold', title)), detail].filter((part) => part !== '').join('  '),
    ...errors,
    ...staleLines,
    `  ${tallyText(verdictCounts, options)}`,
    ...(result.network
      ? networkLines(result.network).map((line) => dim(`  ${stripControlCharacters(line)}`))
      : []),
    `  ${dim(`of ${count(result.plan.checks, 'check')} · report ${join(options.outDir, 'report.html')}`)}`,
  ].join('\n')
}

/** Increments the count of a verdict. */
export function incrementCount(counts: Map<DisplayedVerdict, number>, shown: DisplayedVerdict): void {
  counts.set(shown, (counts.get(shown) ?? 0) + 1)
}

/** Renders the number of results for each verdict, such as `3 held · 1 broken`, with the best verdict first. */
export function tallyText(counts: ReadonlyMap<DisplayedVerdict, number>, options: TerminalOptions): string {
  const { styled, dim } = stylesOf(options)
  const tallyParts = displayedVerdicts.flatMap((verdict) => {
    const n = counts.get(verdict) ?? 0
    return n === 0 ? [] : [styled(verdictStyles[verdict], `${n} ${verdictWords(verdict)}`)]
  })
  return tallyParts.join(dim(' · '))
}

/** Reports whether a check is shown at once during the run. */
export function hasDetails(check: Pick<CheckEvent, 'verdict' | 'known'>): boolean {
  return isRed(check) || check.verdict === 'warned'
}
