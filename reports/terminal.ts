import { join } from 'node:path'
import type { CheckEvent } from '#harness/events.ts'
import { headlineOf, redChecks } from './headline.ts'
import { paint, type Paint } from './paint.ts'
import { firstLines, plain, repeatsValues, shortened, valueText } from './plain.ts'
import type { RunCheck, RunResult, RunRule } from './result.ts'
import { count, isGreen, type Shown, shownOf, shownVerdicts, wordsOf } from './shown.ts'

/** How a run is shown on a terminal. */
export interface TerminalOptions {
  readonly colour?: boolean
  /** The run's output directory as the user would type it, for the paths of the traces. */
  readonly outDir: string
}

const tags: Readonly<Record<Shown, string>> = {
  held: 'ok',
  observed: 'SEEN',
  'not-applicable': 'N/A',
  'known-failing': 'KNOWN',
  warned: 'WARN',
  inconclusive: 'UNSURE',
  untestable: 'UNTESTABLE',
  'not-run': 'NOT RUN',
  broken: 'FAIL',
  crashed: 'CRASH',
  'harness-fault': 'FAULT',
}

/** A finished run for people: a block per check that needs a look, then the totals. */
export function renderTerminal(result: RunResult, options: TerminalOptions): string {
  const warned = result.checks.filter((check) => check.ran && check.verdict === 'warned')
  const blocks = [...warned, ...redChecks(result)].map((check) => failureBlock(result, check, options))
  return `${[...blocks, totalsBlock(result, options)].join('\n\n')}\n`
}

/** Everything one needs to start on a check that is not green. */
export function failureBlock(result: RunResult, check: RunCheck, options: TerminalOptions): string {
  const colours = paint(options.colour ?? false)
  const rule = result.rules.find(({ id }) => id === check.rule)
  const lines: [string, string][] = [
    ['Rule', plain(rule?.says ?? check.rule)],
    ['Check', plain(check.title)],
    ...valueLines(check),
    ...reasonLines(check),
    ...twinLines(result, check),
    ...(check.evidence === null
      ? []
      : [['Trace', join(options.outDir, check.evidence, 'timeline.json')] satisfies [string, string]]),
    ['Repro', check.repro],
  ]
  const body = lines.map(([name, text]) => {
    const [first = '', ...rest] = firstLines(text, 14)
    return [
      `  ${colours.dim(name.padEnd(10))}${first}`,
      ...rest.map((line) => `${' '.repeat(12)}${line}`),
    ].join('\n')
  })
  return [titleLine(check, rule, colours), ...body].join('\n')
}

function titleLine(check: RunCheck, rule: RunRule | undefined, colours: Paint): string {
  const stale = check.known?.passes === true
  const tag = colours.verdict(shownOf(check), stale ? 'STALE' : tags[shownOf(check)])
  const { document, section, row } = rule?.source ?? {}
  const where = rule === undefined ? '' : `  ${rule.level}  document ${document} §${section}, ${row}`
  return `${tag}  ${colours.bold(plain(check.rule))}${colours.dim(plain(where))}`
}

function valueLines(check: RunCheck): [string, string][] {
  if (check.expected === null && check.actual === null) return []
  return [
    ['Expected', shortened(valueText(check.expected), 1200)],
    ['Actual', shortened(valueText(check.actual), 1200)],
  ]
}

function reasonLines(check: RunCheck): [string, string][] {
  const known: [string, string][] = check.known === null ? [] : [['Known', plain(check.known.reason)]]
  if (check.reason === null || (repeatsValues(check.reason) && check.actual !== null)) return known
  return [['Reason', shortened(plain(check.reason), 1200)], ...known]
}

function twinLines(result: RunResult, check: RunCheck): [string, string][] {
  const twin = result.checks.find(({ id }) => id === check.twin)
  if (twin === undefined) return []
  return [['Twin', `${plain(twin.title)}: ${wordsOf(shownOf(twin))}`]]
}

/** How the run ended, how many checks came to which verdict, and where the reports are. */
export function totalsBlock(result: RunResult, options: TerminalOptions): string {
  const colours = paint(options.colour ?? false)
  const { title, detail } = headlineOf(result)
  const good = result.outcome === 'conformant'
  const errors = result.errors.map((error) => `  ${firstLines(plain(error), 6).join('\n  ')}`)
  return [
    `${colours.verdict(good ? 'held' : 'broken', colours.bold(title))}  ${detail}`,
    ...errors,
    `  ${tallies(result.checks.map(shownOf), colours)}`,
    `  ${colours.dim(`of ${count(result.plan.checks, 'check')} · report ${join(options.outDir, 'report.html')}`)}`,
  ].join('\n')
}

/** `3 held · 1 broken`, the best first. */
export function tallies(some: readonly Shown[], colours: Paint): string {
  const parts = shownVerdicts.flatMap((verdict) => {
    const n = some.filter((one) => one === verdict).length
    return n === 0 ? [] : [colours.verdict(verdict, `${n} ${wordsOf(verdict)}`)]
  })
  return parts.join(colours.dim(' · '))
}

/** Whether a reported check is told at once while the run goes on. */
export function isWorthTelling({ verdict, known }: Pick<CheckEvent, 'verdict' | 'known'>): boolean {
  return !isGreen(verdict) || verdict === 'warned' || known?.passes === true
}
