import { isOutOfDate } from '#harness/verdict.ts'
import { attemptsText } from '../attempts.ts'
import { causesOf } from '../causes.ts'
import { declaredText, fileOf } from '../declared.ts'
import { headlineOf } from '../headline.ts'
import { plain, valueText } from '../plain.ts'
import { briefReason } from '../reason.ts'
import type { RunCheck, RunResult, RunRule } from '../run-schema.ts'
import { type Shown, shownOf } from '../shown.ts'

type Fate = 'passed' | 'failure' | 'error' | 'skipped'

const fates: Readonly<Record<Shown, Fate>> = {
  held: 'passed',
  observed: 'passed',
  warned: 'passed',
  'not-applicable': 'skipped',
  'known-failing': 'skipped',
  broken: 'failure',
  unstable: 'failure',
  untestable: 'error',
  inconclusive: 'error',
  'not-run': 'error',
  crashed: 'error',
  'harness-fault': 'error',
}

/** Renders `junit.xml`: a test suite per section of the documents, a test case per check. */
export function renderJUnit(result: RunResult): string {
  const around: Around = {
    rules: new Map(result.rules.map((rule) => [rule.id, rule])),
    firstOf: new Map(
      causesOf(result).flatMap(({ checks: [first, ...others] }) => others.map(({ id }) => [id, first.id])),
    ),
    isStopped: result.stoppedAfter !== undefined,
  }
  const bySection = new Map<string, RunCheck[]>()
  for (const check of result.checks) {
    const section = sectionOf(around.rules.get(check.rule))
    bySection.set(section, [...(bySection.get(section) ?? []), check])
  }
  const suites = [...bySection].map(([section, checks]) => suite(result, section, checks, around))
  const all = [...suites, ...runSuite(result)]
  const sums = sumOf(all.map((one) => one.sums))
  const root = {
    name: `${result.tool.name} ${result.target.name}: ${result.headline}`,
    ...sums,
    time: seconds(result.checks),
  }
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element('testsuites', root, all.map((one) => one.xml).join('\n'))}\n`
}

interface Sums {
  readonly tests: number
  readonly failures: number
  readonly errors: number
  readonly skipped: number
}

/** Context of a test case. */
interface Around {
  readonly rules: ReadonlyMap<string, RunRule>
  /** First check with the same cause, for each check that failed for the cause of another one. */
  readonly firstOf: ReadonlyMap<string, string>
  /** True if the run was stopped early on request. Checks that did not run are then no errors. */
  readonly isStopped: boolean
}

function suite(
  result: RunResult,
  section: string,
  checks: readonly RunCheck[],
  around: Around,
): { readonly sums: Sums; readonly xml: string } {
  const sums = sumOf(checks.map((check) => sumsOf(fateOf(check, around))))
  const attributes = { name: section, ...sums, time: seconds(checks), timestamp: timestamp(result) }
  const cases = checks.map((check) => testCase(check, around))
  return { sums, xml: element('testsuite', attributes, cases.join('\n')) }
}

/** Returns a suite for problems outside the checks: a run that did not finish, or that failed as a whole. */
function runSuite(result: RunResult): { readonly sums: Sums; readonly xml: string }[] {
  const stale = result.baseline?.stale.map(({ entry, why }) => `${entry}: ${why}`) ?? []
  if (result.complete && result.errors.length + stale.length === 0) return []
  const { title, detail } = headlineOf(result)
  const body = [detail, ...result.errors, ...stale].join('\n')
  const error = element('error', { message: detail, type: result.outcome }, escapeXml(body))
  const sums = sumsOf('error')
  const whole = element('testcase', { classname: 'run', name: 'reaches its end', time: '0' }, error)
  const attributes = { name: title, ...sums, time: '0', timestamp: timestamp(result) }
  return [{ sums, xml: element('testsuite', attributes, whole) }]
}

function testCase(check: RunCheck, around: Around): string {
  const rule = around.rules.get(check.rule)
  const declared = declaredText(check, rule)
  const attributes = {
    classname: check.rule,
    name: check.title,
    ...(check.declaredAt !== undefined && { file: fileOf(check.declaredAt) }),
    time: seconds([check]),
  }
  const fate = fateOf(check, around)
  const shown = shownOf(check)
  const message = messageOf(check)
  const first = around.firstOf.get(check.id)
  const attempts = attemptsText(check)
  const same = first === undefined ? [] : [`The same cause as ${first}`]
  const reason = check.reason === null ? [] : [`Reason: ${check.reason}`]
  const facts = [
    ...(check.programError === undefined ? [] : reason),
    ...same,
    `${rule?.level ?? ''} ${rule?.says ?? ''}`,
    ...(check.programError === undefined ? reason : []),
    ...(check.expected === null && check.actual === null
      ? []
      : [`Expected: ${valueText(check.expected)}`, `Actual: ${valueText(check.actual)}`]),
    ...(attempts === undefined ? [] : [`Attempts: ${attempts}`]),
    ...(check.twin === null ? [] : [`Twin: ${check.twin}`]),
    ...(check.evidence === null ? [] : [`Evidence: ${check.evidence}`]),
    ...(declared === undefined ? [] : [`Declared in ${declared}`]),
    `Repro: ${check.repro}`,
  ].join('\n')
  if (fate === 'failure' || fate === 'error') {
    return element('testcase', attributes, element(fate, { message, type: typeOf(check) }, escapeXml(facts)))
  }
  if (fate === 'skipped') return element('testcase', attributes, element('skipped', { message }, ''))
  if (shown === 'held') return element('testcase', attributes, '')
  return element('testcase', attributes, element('system-out', {}, escapeXml(`${shown}: ${message}`)))
}

/** A known failure that now passes must be visible, since the entry that excuses it is out of date. */
function fateOf(check: RunCheck, { isStopped }: Pick<Around, 'isStopped'>): Fate {
  if (!check.ran && isStopped) return 'skipped'
  return isOutOfDate(check.known) ? 'failure' : fates[shownOf(check)]
}

function typeOf(check: RunCheck): string {
  return isOutOfDate(check.known) ? 'stale' : shownOf(check)
}

function messageOf(check: RunCheck): string {
  if (isOutOfDate(check.known)) return oneLine(check.reason ?? 'The entry that excuses it is out of date.')
  if (check.known !== null) return `known failing: ${check.known.reason}`
  if (check.programError !== undefined && check.ran) return oneLine(briefReason(check, 300) ?? '', 900)
  const values = `expected ${valueText(check.expected)}, got ${valueText(check.actual)}`
  const hasValues = check.expected !== null || check.actual !== null
  if (check.verdict === 'broken' && hasValues) return oneLine(values)
  return oneLine(check.reason ?? (hasValues ? values : shownOf(check)))
}

function sectionOf(rule: RunRule | undefined): string {
  return rule === undefined ? 'unknown rules' : `Document ${rule.source.document} / ${rule.source.section}`
}

function sumsOf(fate: Fate): Sums {
  return {
    tests: 1,
    failures: Number(fate === 'failure'),
    errors: Number(fate === 'error'),
    skipped: Number(fate === 'skipped'),
  }
}

function sumOf(some: readonly Sums[]): Sums {
  const sum = (key: keyof Sums): number => some.reduce((total, one) => total + one[key], 0)
  return { tests: sum('tests'), failures: sum('failures'), errors: sum('errors'), skipped: sum('skipped') }
}

function seconds(checks: readonly RunCheck[]): string {
  return (checks.reduce((total, check) => total + check.durationMs, 0) / 1000).toFixed(3)
}

// The format has local times without a zone. Readers interpret them as UTC.
function timestamp(result: RunResult): string {
  return result.startedAt.replace(/\.\d+Z$|Z$/, '')
}

function oneLine(text: string, longest = 500): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, longest)
}

function element(name: string, attributes: Readonly<Record<string, string | number>>, body: string): string {
  const pairs = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(String(value))}"`)
  if (body === '') return `<${name}${pairs.join('')}/>`
  const inner = body.startsWith('<') ? `\n${body}\n` : body
  return `<${name}${pairs.join('')}>${inner}</${name}>`
}

/** Returns text that XML 1.0 can contain: escaped, and without forbidden characters. */
function escapeXml(text: string): string {
  return plain(text)
    .replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]|[\ufffe\uffff]/g, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
