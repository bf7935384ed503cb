import { type ExcludedRule, placeText, type Rule } from '../catalogue.ts'
import { type Constraint, constraintsAt, constraintText } from '../constraints.ts'
import type { DocumentPart } from '../outline.ts'

/** Returns the rules and constraints of a row or a sentence with this key, in each section that has one. */
export function rowTexts(
  key: string,
  places: readonly DocumentPart[],
  rules: readonly (Rule | ExcludedRule)[],
  constraints: readonly Constraint[],
): string[] {
  const sections = new Map(
    places
      .filter(({ row }) => row === key || row.split(', ').includes(key))
      .map((part) => [`${part.document} ${part.section}`, part]),
  )
  return [...sections.values()].map((part) => {
    const { document, section } = part
    const about = rules.filter(
      ({ source }) =>
        source.document === document && source.section === section && source.rows.includes(part.row),
    )
    const lines = about.map(({ id, level, says }) => `    ${id}  [${level}]  ${says}`)
    const connected = constraintsAt(constraints, part).flatMap(connectionLines)
    const head = placeText({ document, section, rows: [part.row] })
    const connections = connected.length === 0 ? [] : ['  Connections', ...connected]
    return `${[head, '  Rules', ...lines, ...connections].join('\n')}\n`
  })
}

/** Returns the constraints between two things that a rule judges. */
export function connectionsOf(rule: string, constraints: readonly Constraint[]): string[] {
  const own = constraints.filter(({ rules }) => rules.includes(rule))
  return own.length === 0 ? [] : ['  Connections', ...own.map((one) => `    ${constraintText(one)}`)]
}

function connectionLines(constraint: Constraint): string[] {
  const { rules, reason } = constraint
  return [
    `    ${constraintText(constraint)}`,
    reason === undefined ? `      judged by ${rules.join(', ')}` : `      no rule: ${reason}`,
  ]
}
