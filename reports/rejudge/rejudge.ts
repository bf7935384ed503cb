import { isExcluded, type Level } from '#harness/catalogue.ts'
import type { Assertion, CheckEvent, Observation, RunEvent } from '#harness/events.ts'
import { isInRecord, leavesOf, type Records } from '#harness/evidence/origin.ts'
import type { Rejudgement } from '#harness/run/product.ts'
import { failedVerdict, passedVerdict, type Verdict } from '#harness/verdict.ts'
import { headerOf } from '../result.ts'
import { contradictions, Neighbours } from './agreement.ts'
import { evaluateAssertion } from './comparison.ts'
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
  const rejudgedChecks: string[] = []
  const notJudged: { check: string; why: string }[] = []
  const differences: { check: string; why: string }[] = []
  for (const suite of bySuiteFile(checks)) {
    const neighbourChecks = new Neighbours()
    for (const event of suite) {
      const { id: check } = event
      if (event.verdict === 'not-applicable') continue
      const records = recordsOf(event)
      const checkProblems =
        records === undefined
          ? []
          : [...contradictions(event, records), ...neighbourChecks.differences(check, records)]
      const unjudgedReason = records === undefined ? 'It has no evidence.' : reasonNotJudged(event)
      if (unjudgedReason === undefined && records !== undefined) {
        rejudgedChecks.push(check)
        checkProblems.push(
          ...problemsOfVerdict(event, { level: levels.get(event.rule) ?? 'MUST', records, verdicts }),
        )
      } else notJudged.push({ check, why: unjudgedReason ?? '' })
      differences.push(...checkProblems.map((why) => ({ check, why })))
    }
  }
  return { judged: rejudgedChecks, notJudged, differences }
}

/** Groups checks by their pack, so that each pack is read once. */
function bySuiteFile(checks: readonly CheckEvent[]): Iterable<readonly CheckEvent[]> {
  const groups = new Map<string, CheckEvent[]>()
  for (const check of checks) {
    const { evidence = '' } = check
    groups.set(evidence, [...(groups.get(evidence) ?? []), check])
  }
  return groups.values()
}

/** Returns the reason why the verdict of a check cannot be computed again; `undefined` if it can. */
function reasonNotJudged({ verdict, assertions, observations, known }: CheckEvent): string | undefined {
  if (!judgedVerdicts.has(verdict) || (verdict === 'known-failing' && known?.passes !== false))
    return `The verdict ${verdict} is not the result of comparisons alone.`
  if (assertions.length === 0)
    return observations.length > 0 && observations.every(({ from }) => from !== undefined)
      ? undefined
      : 'It compares nothing, and its observations are in no record.'
  const unevaluatedIndex = assertions.findIndex(
    (one) => one.from === undefined || evaluateAssertion(one) === undefined,
  )
  return unevaluatedIndex < 0
    ? undefined
    : `The values of comparison ${unevaluatedIndex + 1} (${assertions[unevaluatedIndex]?.matcher}) are in no record.`
}

interface JudgingContext {
  readonly level: Level
  readonly records: Records
  readonly verdicts: ReadonlyMap<string, Verdict>
}

/** Returns the contradictions between the records of a check and its verdict. */
function problemsOfVerdict(event: CheckEvent, { level, records, verdicts }: JudgingContext): string[] {
  const { assertions, twin, verdict } = event
  const problems = assertions.flatMap((assertion, index): string[] => {
    const name = `Comparison ${index + 1} (${assertion.matcher})`
    const { passed } = assertion
    const originErrors = originProblems(name, assertion, records)
    if (evaluateAssertion(assertion) !== passed)
      originErrors.push(
        `${name} ${passed ? 'fails' : 'passes'} with its values, and is stated to have ${passed ? 'passed' : 'failed'}.`,
      )
    return originErrors
  })
  for (const observation of event.observations)
    if (observation.from !== undefined)
      problems.push(...originProblems(`The observation "${observation.what}"`, observation, records))
  const failedAssertion = assertions.find((one) => evaluateAssertion(one) === false)
  const computedVerdict = failedAssertion === undefined ? passedVerdict(level) : failedVerdict(level)
  if (computedVerdict !== verdict && !(verdict === 'known-failing' && failedAssertion !== undefined))
    problems.push(`The verdict is ${verdict}; its comparisons give ${computedVerdict}.`)
  const shownAssertion = failedAssertion ?? assertions.at(-1)
  for (const valueName of ['expected', 'actual'] as const)
    if (!isEqual(event[valueName] ?? null, shownAssertion?.[valueName] ?? null))
      problems.push(`Its ${valueName} value is not that of its comparisons.`)
  const controlVerdict = twin === undefined ? undefined : verdicts.get(twin)
  if (verdict === 'held' && controlVerdict !== undefined && !acceptedControlVerdicts.has(controlVerdict))
    problems.push(`Its control check ${twin} is ${controlVerdict}.`)
  return problems
}

/** Returns the values of a comparison or an observation that their records do not contain. */
function originProblems(name: string, one: Assertion | Observation, records: Records): string[] {
  const { from = [] } = one
  const leafValues = leavesOf(one) ?? []
  if (leafValues.length !== from.length)
    return [`${name} has ${leafValues.length} values and names ${from.length} records.`]
  return leafValues.flatMap((leaf, at) =>
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
const acceptedControlVerdicts: ReadonlySet<Verdict> = new Set(['held', 'observed', 'warned', 'known-failing'])
