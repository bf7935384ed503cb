import { isExcluded } from '#harness/catalogue.ts'
import type { HeaderEvent } from '#harness/header.ts'
import type { Verdict } from '#harness/verdict.ts'
import type { RunCheck, RunScope } from './run-schema.ts'

// Verdicts that make a statement about the rule.
const judgements: ReadonlySet<Verdict> = new Set(['held', 'observed', 'warned', 'broken', 'known-failing'])

/**
 * Returns the scope that a run covered.
 * @param complete true if every planned check was reported and the run reached its end
 */
export function scopeOf(header: HeaderEvent, checks: readonly RunCheck[], complete: boolean): RunScope {
  const { plan, selection, capabilitiesOff } = header
  const byRule = new Map<string, RunCheck[]>()
  for (const check of checks) byRule.set(check.rule, [...(byRule.get(check.rule) ?? []), check])
  const { only, grep } = selection
  const filter = only || grep ? [...(only ?? []), ...(grep ?? []).map((text) => `--grep ${text}`)] : undefined
  const isPartial = filter !== undefined || selection.shard !== undefined
  const profiles = plan.profiles.map(({ name, rules, notYet }) => {
    const profileChecks = plan.rules.flatMap((rule) =>
      rule.profile === name && !isExcluded(rule) ? [byRule.get(rule.id) ?? []] : [],
    )
    const judgedCount = profileChecks.filter((ruleChecks) => ruleChecks.some(isJudged)).length
    const claimableCount = profileChecks.filter(
      (ruleChecks) => ruleChecks.length > 0 && ruleChecks.every(isClaimable),
    ).length
    const isWhole = rules > 0 && claimableCount === rules && notYet === 0
    return { name, rules, judged: judgedCount, notYet, complete: complete && !isPartial && isWhole }
  })
  return {
    profiles,
    ...(filter && { filter }),
    ...(selection.shard && { shard: selection.shard }),
    notApplicable: [...byRule].flatMap(([rule, own]) => {
      const notApplicable = own.filter((check) => check.ran && check.verdict === 'not-applicable')
      const reasons = new Set(notApplicable.flatMap(({ reason }) => reason ?? []))
      return notApplicable.length === 0
        ? []
        : [{ rule, checks: notApplicable.length, of: own.length, reason: [...reasons].join(' ') }]
    }),
    capabilitiesOff,
  }
}

/**
 * Reports whether a check can support a claim. A check that a baseline excuses has a verdict, but cannot support a
 * claim.
 */
function isClaimable(check: RunCheck): boolean {
  return isJudged(check) && check.known?.owner === undefined
}

function isJudged({ ran, verdict }: RunCheck): boolean {
  return ran && judgements.has(verdict)
}
