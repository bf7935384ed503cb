import type { RunEvent } from '#harness/events.ts'
import { headerOf, resultOf } from '../result.ts'
import { count } from '../displayed-verdict.ts'
import type { Exclusions } from './exclusions.ts'
import { isRed } from './build-manifest.ts'

const maxNamed = 5

/** Returns the reasons why a run cannot be certified, one sentence each, or an empty list. */
export function refusalsOf(events: readonly RunEvent[], exclusions?: Exclusions): readonly string[] {
  const header = headerOf(events)
  const result = resultOf(events)
  const { scope } = result
  const excludedIds = new Set(exclusions?.checks.map(({ check }) => check))
  const redChecks = result.checks.filter(
    ({ id, verdict, ran }) => ran && isRed(verdict) && !excludedIds.has(id),
  )
  const staleChecks = result.checks.filter(({ known }) => known?.passes === true)
  const profiles = header.selection.profiles ?? []
  const reasons: string[] = []
  if (profiles.length === 0)
    reasons.push('It names no profile, and certificates are given of whole profiles only.')
  if (scope.filter !== undefined) reasons.push(`It was filtered (${scope.filter.join(', ')}).`)
  if (scope.shard !== undefined)
    reasons.push(`It is a part of a run (shard ${scope.shard.index} of ${scope.shard.of}).`)
  if (header.argv.some((argument) => /^--baseline(=|$)/.test(argument)))
    reasons.push('Its known failures were excused by a baseline.')
  if (result.finishedAt === null) reasons.push('It was interrupted.')
  else if (!result.complete) reasons.push(`${count(result.notRun, 'planned check')} have no verdict.`)
  reasons.push(...result.errors)
  if (redChecks.length > 0)
    reasons.push(`${count(redChecks.length, 'check')} did not hold: ${idList(redChecks)}.`)
  if (staleChecks.length > 0)
    reasons.push(`${count(staleChecks.length, 'known departure')} passes now: ${idList(staleChecks)}.`)
  for (const name of profiles) {
    const profile = scope.profiles.find((one) => one.name === name)
    if (profile === undefined || profile.rules === 0) reasons.push(`No rule covers ${name} yet.`)
    else if (profile.notYet > 0)
      reasons.push(`${name} cannot be certified yet: ${count(profile.notYet, 'row')} of it are not covered.`)
    else if (!profile.complete)
      reasons.push(`${name} was not tested completely.${untestedParts(result.scope)}`)
  }
  return reasons
}

function untestedParts({ notApplicable, capabilitiesOff }: ReturnType<typeof resultOf>['scope']): string {
  if (notApplicable.length === 0) return ''
  const disabledCapabilities =
    capabilitiesOff.length === 0 ? '' : ` Capabilities that are off: ${capabilitiesOff.join(', ')}.`
  const namedRules = notApplicable.slice(0, maxNamed).map(({ rule, reason }) => `${rule} (${reason})`)
  return ` ${count(notApplicable.length, 'rule')} could not be judged: ${namedRules.join('; ')}${notApplicable.length > maxNamed ? '; …' : ''}.${disabledCapabilities}`
}

function idList(checks: readonly { readonly id: string }[]): string {
  const namedIds = checks.slice(0, maxNamed).map(({ id }) => id)
  return checks.length > maxNamed ? `${namedIds.join(', ')}, …` : namedIds.join(', ')
}
