import { isExcluded, type Level } from '#harness/catalogue.ts'
import type { Assertion, CheckEvent, Observation, RunEvent } from '#harness/events.ts'
import { isInRecord, leavesOf, type Records } from '#harness/evidence/origin.ts'
import type { Rejudgement } from '#harness/run/product.ts'
import { failedVerdict, passedVerdict, type Verdict } from '#harness/verdict.ts'
import { headerOf } from '../result.ts'
import { contradictions, Neighbours } from './agreement.ts'
import { evaluated } from './comparison.ts'
import { isEqual } from './equality.ts'
import { recordsReader } from './records.ts'

/**
 * Computes the verdicts of a run again from its records, without the program: the comparisons from their values, the
 * values from requests, responses, journals, starts and outputs, and refusals from their control checks.
 */
export function rejudge(outDir: string, events: readonly RunEvent[]): Rejudgement {
  const { plan } = headerOf(events)
  const levels = new Map(
    plan.rules.flatMap((rule) => (isExcluded(rule) ? [] : [[rule.id, rule.level] as const])),
  )
  const checks = events.filter((event): event is CheckEvent => event.type === 'check')
  const verdicts = new Map(checks.map(({ id, verdict }) => [id, verdict]))
  const recordsOf = recordsReader(outDir)
  const judged: string[] = []
  const notJudged: { check: string; why: string }[] = []
  const differences: { check: string; why: string }[] = []
  for (const suite of bySuiteFile(checks)) {
    const neighbours = new Neighbours()
    for (const event of suite) {
      const { id: check } = event
      if (event.verdict === 'not-applicable') continue
      const records = recordsOf(event)
      const found =
        records === undefined
          ? []
          : [...contradictions(event, records), ...neighbours.differences(check, records)]
      const missing = records === undefined ? 'It has no evidence.' : whyNot(event)
      if (missing === undefined && records !== undefined) {
        judged.push(check)
        found.push(...judgedAgain(event, { level: levels.get(event.rule) ?? 'MUST', records, verdicts }))
      } else notJudged.push({ check, why: missing ?? '' })
      differences.push(...found.map((why) => ({ check, why })))
    }
  }
  return { judged, notJudged, differences }
}

/** Groups checks by their pack, so that each is read once. */
function bySuiteFile(checks: readonly CheckEvent[]): Iterable<readonly CheckEvent[]> {
  const groups = new Map<string, CheckEvent[]>()
  for (const check of checks) {
    const { evidence = '' } = check
    groups.set(evidence, [...(groups.get(evidence) ?? []), check])
  }
  return groups.values()
}

/** Returns why a check cannot be judged again. */
function whyNot({ verdict, assertions, observations, known }: CheckEvent): string | undefined {
  if (!judgedVerdicts.has(verdict) || (verdict === 'known-failing' && known?.passes !== false))
    return `The verdict ${verdict} is not the result of comparisons alone.`
  if (assertions.length === 0)
    return observations.length > 0 && observations.every(({ from }) => from !== undefined)
      ? undefined
      : 'It compares nothing, and its observations are in no record.'
  const open = assertions.findIndex((one) => one.from === undefined || evaluated(one) === undefined)
  return open < 0
    ? undefined
    : `The values of comparison ${open + 1} (${assertions[open]?.matcher}) are in no record.`
}

interface Known {
  readonly level: Level
  readonly records: Records
  readonly verdicts: ReadonlyMap<string, Verdict>
}

/** Returns how the records of a check contradict its verdict. */
function judgedAgain(event: CheckEvent, { level, records, verdicts }: Known): string[] {
  const { assertions, twin, verdict } = event
  const problems = assertions.flatMap((assertion, index): string[] => {
    const name = `Comparison ${index + 1} (${assertion.matcher})`
    const { passed } = assertion
    const strange = originProblems(name, assertion, records)
    if (evaluated(assertion) !== passed)
      strange.push(
        `${name} ${passed ? 'fails' : 'passes'} with its values, and is stated to have ${passed ? 'passed' : 'failed'}.`,
      )
    return strange
  })
  for (const observation of event.observations)
    if (observation.from !== undefined)
      problems.push(...originProblems(`The observation "${observation.what}"`, observation, records))
  const failed = assertions.find((one) => evaluated(one) === false)
  const computed = failed === undefined ? passedVerdict(level) : failedVerdict(level)
  if (computed !== verdict && !(verdict === 'known-failing' && failed !== undefined))
    problems.push(`The verdict is ${verdict}; its comparisons give ${computed}.`)
  const shown = failed ?? assertions.at(-1)
  for (const part of ['expected', 'actual'] as const)
    if (!isEqual(event[part] ?? null, shown?.[part] ?? null))
      problems.push(`Its ${part} value is not that of its comparisons.`)
  const control = twin === undefined ? undefined : verdicts.get(twin)
  if (verdict === 'held' && control !== undefined && !acceptedControls.has(control))
    problems.push(`Its control check ${twin} is ${control}.`)
  return problems
}

/** Returns the values of a comparison or an observation that their records do not contain. */
function originProblems(name: string, one: Assertion | Observation, records: Records): string[] {
  const { from = [] } = one
  const leaves = leavesOf(one) ?? []
  if (leaves.length !== from.length)
    return [`${name} has ${leaves.length} values and names ${from.length} records.`]
  return leaves.flatMap((leaf, at) =>
    isInRecord(leaf, from[at] ?? '', records)
      ? []
      : [`${name}: ${JSON.stringify(leaf)} is not in ${from[at]}.`],
  )
}

const judgedVerdicts: ReadonlySet<Verdict> = new Set([
  'held',
  'observed',
  'warned',
  'broken',
  'known-failing',
])
const acceptedControls: ReadonlySet<Verdict> = new Set(['held', 'observed', 'warned', 'known-failing'])
