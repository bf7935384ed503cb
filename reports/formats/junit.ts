import { placeText } from '#harness/catalogue.ts'
import { causesOf } from '../causes.ts'
import { fileOfLocation } from '../declared-location.ts'
import { headlineOf } from '../headline.ts'
import { stripControlCharacters } from '../plain-text.ts'
import type { RunCheck, RunResult, RunRule } from '../run-schema.ts'
import { displayedVerdict } from '../displayed-verdict.ts'
import {
  type Attempt,
  earlierFailures,
  factLines,
  type Fate,
  fateOf,
  fateByVerdict,
  messageOf,
  oneLine,
  typeOf,
} from './check-result.ts'

/** Renders `junit.xml`: a test suite per section of the documents, a test case per check. */
export function renderJUnit(result: RunResult): string {
  const context: SuiteContext = {
    rules: new Map(result.rules.map((rule) => [rule.id, rule])),
    firstOf: new Map(
      causesOf(result).flatMap(({ checks: [first, ...others] }) => others.map(({ id }) => [id, first.id])),
    ),
    isStopped: result.stoppedAfter !== undefined,
  }
  const bySection = new Map<string, RunCheck[]>()
  for (const check of result.checks) {
    const section = sectionOf(context.rules.get(check.rule))
    bySection.set(section, [...(bySection.get(section) ?? []), check])
  }
  const suites = [...bySection].map(([section, checks]) => suiteElement(result, section, checks, context))
  const allSuites = [...suites, ...runSuite(result)]
  const sums = totalOf(allSuites.map((one) => one.sums))
  const root = {
    name: `${result.tool.name} ${result.target.name}: ${result.headline}`,
    ...sums,
    time: seconds(result.checks),
  }
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element('testsuites', root, allSuites.map((one) => one.xml).join('\n'))}\n`
}

interface TestCounts {
  readonly tests: number
  readonly failures: number
  readonly errors: number
  readonly skipped: number
}

/** Context of a test case. */
interface SuiteContext {
  readonly rules: ReadonlyMap<string, RunRule>
  /** First check with the same cause, for each check that failed for the same cause as an earlier check. */
  readonly firstOf: ReadonlyMap<string, string>
  /** True if the run was stopped early on request. Checks that did not run are then no errors. */
  readonly isStopped: boolean
}

function suiteElement(
  result: RunResult,
  section: string,
  checks: readonly RunCheck[],
  context: SuiteContext,
): { readonly sums: TestCounts; readonly xml: string } {
  const sums = totalOf(checks.map((check) => countsOf(fateOf(check, context))))
  const attributes = { name: section, ...sums, time: seconds(checks), timestamp: timestamp(result) }
  const cases = checks.map((check) => testCaseElement(check, context))
  return {
    sums,
    xml: element('testsuite', attributes, [propertiesElement(runProperties(result)), ...cases].join('\n')),
  }
}

function runProperties({ tool, target, seed, suiteDigest }: RunResult): Readonly<Record<string, string>> {
  const versions = target.programs.flatMap(({ role, version }) =>
    version === undefined ? [] : [[`version.${role}`, version] as const],
  )
  return {
    tool: `${tool.name} ${tool.version}`,
    target: target.name,
    dialect: target.dialect,
    ...Object.fromEntries(versions),
    seed: String(seed),
    suites: suiteDigest,
  }
}

/** Returns a suite for problems outside the checks: a run that did not finish, or that failed as a whole. */
function runSuite(result: RunResult): { readonly sums: TestCounts; readonly xml: string }[] {
  const staleEntries = result.baseline?.stale.map(({ entry, why }) => `${entry}: ${why}`) ?? []
  if (result.complete && result.errors.length + staleEntries.length === 0) return []
  const { title, detail } = headlineOf(result)
  const errorText = [detail, ...result.errors, ...staleEntries].join('\n')
  const error = element('error', { message: detail, type: result.outcome }, escapeXml(errorText))
  const sums = countsOf('error')
  const runTestCase = element('testcase', { classname: 'run', name: 'reaches its end', time: '0' }, error)
  const attributes = { name: title, ...sums, time: '0', timestamp: timestamp(result) }
  return [{ sums, xml: element('testsuite', attributes, runTestCase) }]
}

function testCaseElement(check: RunCheck, context: SuiteContext): string {
  const rule = context.rules.get(check.rule)
  const attributes = {
    classname: check.rule,
    name: check.title,
    ...(check.declaredAt !== undefined && { file: fileOfLocation(check.declaredAt) }),
    time: seconds([check]),
  }
  const fate = fateOf(check, context)
  return element(
    'testcase',
    attributes,
    [propertiesElement(propertiesOf(check, rule)), ...outcomeOf(check, fate, context)].join('\n'),
  )
}

/** Returns the result elements of a test case, in the order of Surefire's schema. */
function outcomeOf(check: RunCheck, fate: Fate, context: SuiteContext): readonly string[] {
  const message = messageOf(check)
  const displayVerdict = displayedVerdict(check)
  if (fate === 'skipped') return [element('skipped', { message }, '')]
  if (fate === 'failure' || fate === 'error') {
    const facts = factLines(check, context.rules.get(check.rule), context.firstOf.get(check.id)).join('\n')
    const outcomeElement = element(fate, { message, type: typeOf(check) }, escapeXml(facts))
    return [outcomeElement, ...earlierFailures(check, fate).map((one) => attemptElement('rerun', one))]
  }
  const flakyElements = earlierFailures(check, fate).map((one) => attemptElement('flaky', one))
  return displayVerdict === 'held'
    ? flakyElements
    : [...flakyElements, element('system-out', {}, escapeXml(`${displayVerdict}: ${message}`))]
}

function attemptElement(kind: 'flaky' | 'rerun', { verdict, reason, evidence }: Attempt): string {
  const text = [reason ?? verdict, ...(evidence === null ? [] : [`Evidence: ${evidence}`])].join('\n')
  const name = `${kind}${fateByVerdict[verdict] === 'failure' ? 'Failure' : 'Error'}`
  return element(
    name,
    { message: oneLine(reason ?? verdict), type: verdict },
    element('stackTrace', {}, escapeXml(text)),
  )
}

function propertiesOf(check: RunCheck, rule: RunRule | undefined): Readonly<Record<string, string>> {
  const { attempts = [], evidence } = check
  return {
    'check.id': check.id,
    verdict: displayedVerdict(check),
    ...(rule && {
      'rule.level': rule.level,
      'rule.source': placeText(rule.source),
      'rule.program': rule.program,
      'rule.profile': rule.profile,
    }),
    ...(evidence !== null && { evidence }),
    ...(attempts.length > 1 && { attempts: attempts.map(({ verdict }) => verdict).join(', ') }),
    ...(check.verdict === 'unstable' && { flaky: 'true' }),
  }
}

function propertiesElement(values: Readonly<Record<string, string>>): string {
  const propertyElements = Object.entries(values).map(([name, value]) =>
    element('property', { name, value }, ''),
  )
  return element('properties', {}, propertyElements.join('\n'))
}

function sectionOf(rule: RunRule | undefined): string {
  return rule === undefined ? 'unknown rules' : `Document ${rule.source.document} / ${rule.source.section}`
}

function countsOf(fate: Fate): TestCounts {
  return {
    tests: 1,
    failures: Number(fate === 'failure'),
    errors: Number(fate === 'error'),
    skipped: Number(fate === 'skipped'),
  }
}

function totalOf(counts: readonly TestCounts[]): TestCounts {
  const sumOf = (key: keyof TestCounts): number => counts.reduce((total, one) => total + one[key], 0)
  return {
    tests: sumOf('tests'),
    failures: sumOf('failures'),
    errors: sumOf('errors'),
    skipped: sumOf('skipped'),
  }
}

function seconds(checks: readonly RunCheck[]): string {
  return (checks.reduce((total, check) => total + check.durationMs, 0) / 1000).toFixed(3)
}

// The format has local times without a zone. Readers interpret them as UTC.
function timestamp(result: RunResult): string {
  return result.startedAt.replace(/\.\d+Z$|Z$/, '')
}

function element(name: string, attributes: Readonly<Record<string, string | number>>, body: string): string {
  const pairs = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(String(value))}"`)
  if (body === '') return `<${name}${pairs.join('')}/>`
  const content = body.startsWith('<') ? `\n${body}\n` : body
  return `<${name}${pairs.join('')}>${content}</${name}>`
}

/** Returns text that XML 1.0 can contain: escaped, and without forbidden characters. */
function escapeXml(text: string): string {
  return stripControlCharacters(text)
    .replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]|[\ufffe\uffff]/g, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
