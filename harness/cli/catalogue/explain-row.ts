import { type ExcludedRule, placeText, type Rule } from '../../catalogue.ts'
import { type Constraint, constraintsAt, constraintText } from '../../constraints.ts'
import type { DocumentPart } from '../../outline.ts'

type Rules = readonly (Rule | ExcludedRule)[]

/**
 * Returns the facts, rules and constraints of each row or sentence with a key, or of all rows and sentences of a
 * section.
 * @param query a key, a section, or both: `enabled`, `document 1, AuthenticationConfiguration, enabled`
 */
export function rowTexts(
  query: string,
  places: readonly DocumentPart[],
  rules: Rules,
  constraints: readonly Constraint[],
): string[] {
  const matchingParts = partsOf(query, places)
  const isSectionQuery = matchingParts.some(
    (part) => part.row !== matchingParts[0]?.row && part.section === matchingParts[0]?.section,
  )
  if (isSectionQuery) return sectionTexts(matchingParts, rules)
  const sections = new Map<string, DocumentPart[]>()
  for (const part of matchingParts)
    sections.set(titleOf(part), [...(sections.get(titleOf(part)) ?? []), part])
  return [...sections.values()].map((sameRowParts) => rowText(sameRowParts, rules, constraints))
}

/** Returns the lines of the constraints that a rule tests; empty if there are none. */
export function connectionsOf(rule: string, constraints: readonly Constraint[]): string[] {
  const ruleConstraints = constraints.filter(({ rules }) => rules.includes(rule))
  return ruleConstraints.length === 0
    ? []
    : ['  Connections', ...ruleConstraints.map((one) => `    ${constraintText(one)}`)]
}

/**
 * Returns the parts of the documents that a query names: those with a key, those of a section, or those
 * with a key in a section.
 */
function partsOf(query: string, places: readonly DocumentPart[]): DocumentPart[] {
  const [, number, text = query] = /^document ([123])\b[,:]?\s*(.*)$/i.exec(query.trim()) ?? []
  const documentParts = places.filter(({ document }) => number === undefined || document === Number(number))
  const partsWithRowKey = (key: string, parts: readonly DocumentPart[]): DocumentPart[] =>
    parts.filter(({ row }) => row === key || row.split(', ').includes(key))
  const partsWithKey = partsWithRowKey(text, documentParts)
  const partsInSection = documentParts.filter((part) => {
    const names = [part.section, part.section.replace(/ (\(.*\)|members)$/, '')]
    return names.some((name) => {
      if (!text.toLowerCase().startsWith(name.toLowerCase())) return false
      const key = text.slice(name.length)
      return (
        key === '' ||
        (/^[\s,:.]/.test(key) && partsWithRowKey(key.replace(/^[\s,:.]+/, ''), [part]).length > 0)
      )
    })
  })
  return [...new Set([...partsWithKey, ...partsInSection])]
}

function rowText(same: readonly DocumentPart[], rules: Rules, constraints: readonly Constraint[]): string {
  const [part] = same
  if (part === undefined) return ''
  const { document, section, row } = part
  const rowRules = new Set(same.flatMap((each) => rulesAt(each, rules)))
  const lines = [...rowRules].map(({ id, level, says }) => `    ${id}  [${level}]  ${says}`)
  const connectionTexts = constraintsAt(constraints, part).flatMap(connectionLines)
  const pages = new Set(same.flatMap(({ page }) => page ?? []))
  return `${[
    placeText({ document, section, rows: [row] }),
    ...factLines(same),
    ...[...pages].map((page) => `  Kubernetes  ${page}`),
    '  Rules',
    ...lines,
    ...(connectionTexts.length === 0 ? [] : ['  Connections', ...connectionTexts]),
  ].join('\n')}\n`
}

function factLines(same: readonly DocumentPart[]): string[] {
  return same.flatMap(({ of, facts }) =>
    facts === undefined ? [] : [`  Value  ${of === undefined ? '' : `of ${of}: `}${facts}`],
  )
}

/** Returns the rows of sections with the sentences of their rules. */
function sectionTexts(parts: readonly DocumentPart[], rules: Rules): string[] {
  const sections = new Map<string, DocumentPart[]>()
  for (const part of parts) {
    const title = `document ${part.document}, ${part.section}`
    sections.set(title, [...(sections.get(title) ?? []), part])
  }
  return [...sections].map(([title, own]) => {
    const pages = new Set(own.flatMap(({ page }) => page?.replace(/#.*/, '') ?? []))
    const lines = own.flatMap((part) => [
      `  ${part.row}${part.of === undefined ? '' : ` of ${part.of}`}${part.facts === undefined ? '' : `  (${part.facts})`}`,
      ...rulesAt(part, rules).map(({ id, level, says }) => `    [${level}] ${says}  (${id})`),
    ])
    return `${[title, ...[...pages].map((page) => `  Kubernetes  ${page}`), ...lines].join('\n')}\n`
  })
}

/** Returns the rules about a row, without the rules about rows of other owners with the same key. */
function rulesAt({ document, section, row, of }: DocumentPart, rules: Rules): Rules {
  return rules.filter(({ source }) => {
    if (source.document !== document || source.section !== section || !source.rows.includes(row)) return false
    const [, owner] = /^of ([^,]+)/.exec(source.aspect ?? '') ?? []
    return of === undefined || owner === undefined || owner === of
  })
}

function titleOf({ document, section, row }: DocumentPart): string {
  return JSON.stringify([document, section, row])
}

function connectionLines(constraint: Constraint): string[] {
  const { rules, reason } = constraint
  return [
    `    ${constraintText(constraint)}`,
    reason === undefined ? `      judged by ${rules.join(', ')}` : `      no rule: ${reason}`,
  ]
}
