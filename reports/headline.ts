import type { Profile } from '#harness/profiles.ts'
import { roleNames, roles } from '#harness/roles.ts'
import { isOutOfDate } from '#harness/verdict.ts'
import type { Outcome, RunCheck, RunResult, RunScope } from './run-schema.ts'
import { comparisonPhrases } from './failing-since.ts'
import {
  count,
  isGreen,
  isRefusedStart,
  displayedVerdict,
  displayedVerdicts,
  verdictWords,
} from './displayed-verdict.ts'

/** Parts of a result that determine its headline. */
export type ResultWithoutHeadline = Omit<RunResult, 'headline'>

const titles: Readonly<Record<Exclude<Outcome, 'conformant'>, string>> = {
  nonconformant: 'Nonconformant',
  usage: 'The command line is wrong',
  configFault: 'The configuration is wrong',
  incomplete: 'Not all rules could be tested',
  crashed: 'The implementation crashed',
  harnessFault: 'Harness fault',
  stale: 'Known failures are stale',
  inconclusive: 'Inconclusive',
  unstable: 'Unstable',
  interrupted: 'Interrupted',
}

const neverStartedTitle = 'The implementation never started'

/**
 * Reports whether the run ended because a program did not start at all, so that no check has the verdict for a crash.
 */
function hasNeverStarted({ outcome, checks }: ResultWithoutHeadline): boolean {
  return outcome === 'crashed' && !checks.some(({ ran, verdict }) => ran && verdict === 'crashed')
}

/** Returns the profiles that a run may claim: the profiles that it covered completely and without a broken check. */
export function claimsOf({ outcome, scope }: ResultWithoutHeadline): Profile[] {
  if (outcome !== 'conformant') return []
  return scope.profiles.filter((profile) => profile.complete).map(({ name }) => name)
}

/** Returns the outcome of the run in a few words, identical in every report. */
export function titleOf(result: ResultWithoutHeadline): string {
  const partText = partOf(result)
  if (result.outcome !== 'conformant') {
    const outcomeTitle = outcomeTitleOf(
      result,
      hasNeverStarted(result) ? neverStartedTitle : titles[result.outcome],
    )
    return partText === undefined ? outcomeTitle : `${outcomeTitle} (${partText})`
  }
  const claims = claimsOf(result)
  if (claims.length > 0) return `Conformant: ${claims.join(', ')}`
  const { judged, rules } = sizeOf(result)
  const notApplicableCount = notApplicableOf(result.scope)
  const excusedCount = result.baseline?.excused ?? 0
  const remarks = [
    partText,
    excusedCount === 0 ? undefined : `${count(excusedCount, 'known failure')} excused`,
    notApplicableCount === 0 ? undefined : `${count(notApplicableCount, 'check')} not applicable`,
  ]
  const reasons = remarks.filter((one) => one !== undefined).join(', ')
  return `Nothing ${excusedCount === 0 ? '' : 'new '}broken in ${judged} of ${count(rules, 'rule')}${reasons === '' ? '' : ` (${reasons})`}`
}

/** Returns the outcome of the run in a few words, and one or more sentences with the reason. */
export function headlineOf(result: RunResult): { readonly title: string; readonly detail: string } {
  return {
    title: result.headline,
    detail: [detailOf(result), ...comparisonPhrases(result), ...unjudgedOf(result), ...limitsOf(result)]
      .join(' ')
      .trim(),
  }
}

/** Returns the title with the number of broken checks first, even if another problem is more severe. */
function outcomeTitleOf(result: ResultWithoutHeadline, title: string): string {
  const brokenChecks = result.checks.filter((check) => check.ran && check.verdict === 'broken')
  if (brokenChecks.length === 0) return title
  const brokenRuleCount = new Set(brokenChecks.map(({ rule }) => rule)).size
  const brokenSummary = `${count(brokenChecks.length, 'check')} in ${brokenRuleCount} of ${count(result.plan.rules, 'rule')} broken`
  return result.outcome === 'nonconformant' || result.outcome === 'interrupted'
    ? `${title}: ${brokenSummary}`
    : `${brokenSummary}; ${title.charAt(0).toLowerCase()}${title.slice(1)}`
}

function notApplicableOf({ notApplicable }: RunScope): number {
  return notApplicable.reduce((sum, { checks }) => sum + checks, 0)
}

/**
 * Returns the limits of a run that covers only some checks, such as `filtered`; `undefined` if it covers all of them.
 */
function partOf({ scope, stoppedAfter }: ResultWithoutHeadline): string | undefined {
  const partPhrases = [
    ...(stoppedAfter === undefined ? [] : [`stopped after ${count(stoppedAfter, 'failure')}`]),
    ...(scope.filter === undefined ? [] : ['filtered']),
    ...(scope.shard === undefined ? [] : [`shard ${scope.shard.index} of ${scope.shard.of}`]),
  ]
  return partPhrases.length === 0 ? undefined : partPhrases.join(', ')
}

function sizeOf({ scope }: ResultWithoutHeadline): { readonly judged: number; readonly rules: number } {
  const sumOf = (key: 'judged' | 'rules'): number =>
    scope.profiles.reduce((total, profile) => total + profile[key], 0)
  return { judged: sumOf('judged'), rules: sumOf('rules') }
}

function detailOf(result: RunResult): string {
  const { rules, checks } = result.plan
  const testedSummary = `${count(rules, 'rule')}, ${count(checks, 'check')}`
  const ruleShare = (red: (check: RunCheck) => boolean): string =>
    `${ruleCount(result, red)} of ${count(rules, 'rule')}`
  const notRunText = result.notRun === 0 ? '' : `${result.notRun} of ${count(checks, 'check')} did not run.`
  const notApplicableCount = notApplicableOf(result.scope)
  const nothingText = (result.baseline?.excused ?? 0) === 0 ? 'nothing' : 'nothing new'
  switch (result.outcome) {
    case 'conformant':
      return notApplicableCount === 0
        ? `${testedSummary}: ${nothingText} is broken.`
        : `${testedSummary}: ${nothingText} is broken in the ${count(checks - notApplicableCount, 'check')} that apply.`
    case 'nonconformant':
      return [refusedOf(result), kindsOf(result), notRunText].filter((part) => part !== '').join(' ')
    case 'interrupted':
      return `${notRunText} What follows is partial and proves nothing as a whole.`.trim()
    case 'incomplete':
      return `${ruleShare((check) => check.verdict === 'untestable')} could not be tested. ${notRunText}`.trim()
    case 'crashed':
      return hasNeverStarted(result)
        ? `A program did not start; the run errors have its output. ${notRunText}`.trim()
        : [
            `${ruleShare((check) => check.verdict === 'crashed')} crashed the implementation.`,
            refusedOf(result),
            notRunText,
          ]
            .filter((part) => part !== '')
            .join(' ')
    case 'stale':
      return staleOf(result)
    case 'inconclusive':
      return `${ruleShare((check) => check.verdict === 'inconclusive')} could not be measured well enough; run them again.`
    case 'unstable':
      return `${ruleShare((check) => check.verdict === 'unstable')} had different verdicts in two attempts. An implementation that responds differently each time cannot be called conformant.`
    default:
      return `The run itself failed, so its results are incomplete. ${notRunText}`.trim()
  }
}

/** Returns the number of checks in which the program refused to start. */
function refusedOf({ checks }: RunResult): string {
  const refusedCount = checks.filter(isRefusedStart).length
  return refusedCount === 0 ? '' : `The implementation refused to start in ${count(refusedCount, 'check')}.`
}

/** Returns the kinds of failures except broken checks. */
function kindsOf(result: RunResult): string {
  const unbrokenRed = redChecks(result).filter(({ verdict }) => verdict !== 'broken')
  const kindCounts = displayedVerdicts.toReversed().flatMap((shown) => {
    const checksOfKind = unbrokenRed.filter((check) => displayedVerdict(check) === shown)
    return checksOfKind.length === 0
      ? []
      : [count(checksOfKind.length, `check ${verdictWords(shown)}`, `checks ${verdictWords(shown)}`)]
  })
  return kindCounts.length === 0 ? '' : `In addition: ${kindCounts.join(', ')}.`
}

/** Returns the entries that are out of date, and the action to take. */
function staleOf({ checks, baseline }: RunResult): string {
  const passingCount = checks.filter(({ known }) => known?.passes === true).length
  const expiredCount = checks.filter(({ known }) => known?.expired === true).length
  const unmatchedCount = baseline?.stale.length ?? 0
  const problems = [
    ...(passingCount === 0
      ? []
      : [
          `${count(passingCount, 'check')} that ${passingCount === 1 ? 'is listed passes' : 'are listed pass'} now`,
        ]),
    ...(expiredCount === 0 ? [] : [`${count(expiredCount, 'entry', 'entries')} expired`]),
    ...(unmatchedCount === 0 ? [] : [`${count(unmatchedCount, 'entry matches', 'entries match')} nothing`]),
  ]
  return `${problems.join(', ')}. Nothing else is broken. Remove or renew those entries of the baseline, the dialect or the target file.`
}

/** Returns the programs that were present and for which no rule has a verdict. */
function unjudgedOf({ checks, rules, scope }: RunResult): string[] {
  const programOf = new Map(rules.map(({ id, program }) => [id, program]))
  const reasons = new Map(scope.notApplicable.map(({ rule, reason }) => [rule, reason]))
  return roles.flatMap((role) => {
    const programChecks = checks.filter(({ rule }) => programOf.get(rule) === role)
    if (
      programChecks.length === 0 ||
      !programChecks.every(({ ran, verdict }) => ran && verdict === 'not-applicable')
    )
      return []
    const [first] = programChecks
    return [`No rule of the ${roleNames[role]} was tested: ${reasons.get(first?.rule ?? '') ?? ''}`.trim()]
  })
}

/** Returns the limits of a run with a green outcome. */
function limitsOf(result: RunResult): string[] {
  if (result.outcome !== 'conformant') return []
  const { scope } = result
  const warnedRuleCount = ruleCount(result, (check) => check.verdict === 'warned')
  const knownCount = result.checks.filter((check) => check.verdict === 'known-failing').length
  const notApplicableCount = notApplicableOf(scope)
  const capabilityNote =
    scope.capabilitiesOff.length === 0 ? '' : `; off are ${scope.capabilitiesOff.join(', ')}`
  // The title already mentions a filter or a shard.
  const partialProfiles =
    partOf(result) === undefined
      ? scope.profiles.filter(({ complete, judged }) => !complete && judged > 0)
      : []
  const profileTexts = partialProfiles.map(
    ({ name, judged, rules, notYet }) =>
      `${name} (${judged} of ${count(rules, 'rule')}${notYet === 0 ? '' : `, ${count(notYet, 'row')} not covered yet`})`,
  )
  return [
    ...(warnedRuleCount === 0 ? [] : [`${count(warnedRuleCount, 'recommendation')} not followed.`]),
    ...(knownCount === 0 ? [] : [`${count(knownCount, 'check')} known to fail.`]),
    ...(notApplicableCount === 0
      ? []
      : [`${count(notApplicableCount, 'check')} not applicable${capabilityNote}.`]),
    ...(profileTexts.length === 0 ? [] : [`Judged in part: ${profileTexts.join('; ')}.`]),
  ]
}

/** Returns the number of rules with a check that meets a condition. */
function ruleCount(result: RunResult, meets: (check: RunCheck) => boolean): number {
  return new Set(result.checks.filter((check) => check.ran && meets(check)).map((check) => check.rule)).size
}

/** Returns the checks that ran and make the run red, the worst first, then in the order of the plan. */
export function redChecks(result: RunResult): RunResult['checks'] {
  return result.checks.filter(
    (check) => check.ran && (!isGreen(displayedVerdict(check)) || isOutOfDate(check.known)),
  )
}
