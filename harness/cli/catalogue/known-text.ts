import type { PlannedCheck, Rule } from '../../catalogue.ts'
import type { Deviation, VersionDifference } from '../../dialect/dialect.ts'
import { dialects } from '../../target/dialects.ts'
import { rangeText } from '../../dialect/version-range.ts'
import { globPattern } from '../../glob.ts'

/**
 * Returns the known differences of dialects from a rule, line by line: deviations of its checks, and
 * differences of versions.
 */
export function knownLines(
  rule: Pick<Rule, 'id' | 'says' | 'program'>,
  checks: readonly Pick<PlannedCheck, 'id'>[],
): readonly string[] {
  return Object.values(dialects).flatMap(({ name, deviations, differences = [] }) => [
    ...deviations
      .filter(({ check }) => checks.some(({ id }) => globPattern(check).test(id)))
      .map(
        (deviation) => `    ${name}${conditionText(deviation)}: ${deviation.reason}\n      ${deviation.link}`,
      ),
    ...differences
      .filter((difference) => difference.program === rule.program && isAbout(rule, difference))
      .map(
        ({ subject, name: which, versions, absent, says, link }) =>
          `    ${name}, ${rangeText(versions)}: ${absent ? 'no ' : ''}${subject} ${which}. ${says}\n      ${link}`,
      ),
  ])
}

function conditionText({ versions, vendor }: Deviation): string {
  return `${versions === undefined ? '' : `, ${rangeText(versions)}`}${vendor === undefined ? '' : `, of ${vendor}`}`
}

/**
 * Reports whether a rule is about the subject of a difference: the id of the rule contains the name of a flag or gate,
 * or its statement contains the name of a kind or field.
 */
function isAbout({ id, says }: Pick<Rule, 'id' | 'says'>, { subject, name }: VersionDifference): boolean {
  if (subject === 'gate') return id.startsWith(`agent.gate.${name}.`)
  if (subject === 'flag' || subject === 'default') return id.startsWith(`flag.${name.replace(/^--/, '')}.`)
  const [, word = name] = /\.(\w+)$/.exec(name) ?? []
  return new RegExp(`\\b${word}\\b`).test(says)
}
