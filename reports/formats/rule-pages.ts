import type { ListedRule } from '#harness/cli/catalogue/list.ts'
import type { Verdict } from '#harness/verdict.ts'
import { rowText } from '#harness/catalogue.ts'
import { type Constraint, constraintText } from '#harness/constraints.ts'
import type { DocumentPart } from '#harness/outline.ts'

/** Markdown file, with its name within the folder of rule pages. */
export interface RulePage {
  readonly name: string
  readonly text: string
}

/** Results of a run by check id. */
export type Results = ReadonlyMap<string, Verdict>

/**
 * Renders the catalogue as pages: one per section of the documents, and an index of them.
 * @param results verdicts of a run; a check without a verdict shows none
 * @param constraints statements that connect two rows; each statement is on the page of its section
 * @param places rows and sentences of the documents; each page begins with the requirements of the rows and sentences
 * of its section
 */
export function rulePages(
  rules: readonly ListedRule[],
  results: Results = new Map(),
  constraints: readonly Constraint[] = [],
  places: readonly DocumentPart[] = [],
): RulePage[] {
  const sections = new Map<string, ListedRule[]>()
  for (const rule of rules) {
    const name = nameOf(rule)
    sections.set(name, [...(sections.get(name) ?? []), rule])
  }
  const pages = [...sections].map(([name, own]) => ({
    own,
    name,
    text: pageOf(own, results, constraints, places),
  }))
  return [{ name: 'README.md', text: indexOf(pages) }, ...pages.map(({ name, text }) => ({ name, text }))]
}

function indexOf(pages: readonly { own: readonly ListedRule[]; name: string }[]): string {
  const lines = pages.map(({ own, name }) => {
    const judgedRules = own.filter(({ excluded }) => excluded === undefined)
    const checkCount = judgedRules.reduce((all, rule) => all + rule.checks.length, 0)
    return `| ${own[0]?.source.document} | [${own[0]?.source.section}](${name}) | ${judgedRules.length} | ${checkCount} | ${own.length - judgedRules.length} |`
  })
  return `# Rules\n\n| document | section | rules | checks | excluded |\n|---|---|---|---|---|\n${lines.join('\n')}\n`
}

function pageOf(
  rules: readonly ListedRule[],
  results: Results,
  constraints: readonly Constraint[],
  places: readonly DocumentPart[],
): string {
  const { document, section } = rules[0]?.source ?? {}
  const sectionConstraints = constraints.filter(
    ({ from: [first] }) => first?.document === document && first?.section === section,
  )
  const title = `# Document ${document}: ${section}`
  const rows = places.filter((part) => part.document === document && part.section === section)
  const ruleTexts = rules.map((rule) => ruleText(rule, results))
  const sections = [title, ...requirements(rows, rules), ...ruleTexts, ...connections(sectionConstraints)]
  return `${sections.join('\n\n')}\n`
}

/** Lists the rows of a section with their values and the requirements of their rules, and Kubernetes' pages about them. */
function requirements(parts: readonly DocumentPart[], rules: readonly ListedRule[]): string[] {
  if (parts.length === 0) return []
  const pages = [...new Set(parts.flatMap(({ page }) => page?.replace(/#.*/, '') ?? []))]
  const lines = parts.flatMap((part) => {
    const { row, of, facts = '', page } = part
    const name = cell(of === undefined ? row : `${row} of ${of}`)
    const linkedName = page?.includes('#') ? `[${name}](${page})` : name
    const ownRules = rules.filter((rule) => concernsPart(rule, part))
    const ruleCells = ownRules.map(({ id, level, says }) => [level, cell(says), `\`${id}\``])
    const [first = ['', '', ''], ...others] = ruleCells
    return [[linkedName, cell(facts), ...first], ...others.map((cells) => ['', '', ...cells])]
  })
  const table = lines.map((cells) => `| ${cells.join(' | ')} |`)
  return [
    pages.map((page) => `In Kubernetes: <${page}>`).join('\n\n'),
    `## Requirements\n\n| row | value | level | requirement | rule |\n|---|---|---|---|---|\n${table.join('\n')}`,
  ]
}

function concernsPart({ source }: ListedRule, { row, of }: DocumentPart): boolean {
  const [, owner] = /^of ([^,]+)/.exec(source.aspect ?? '') ?? []
  return source.rows.includes(row) && (of === undefined || owner === undefined || owner === of)
}

/** Lists the constraints of the section, with the rules that check them or the reason why no rule does. */
function connections(constraints: readonly Constraint[]): string[] {
  if (constraints.length === 0) return []
  const lines = constraints.map((constraint) => {
    const { rules, reason } = constraint
    const judgedByText =
      reason === undefined ? rules.map((id) => `\`${id}\``).join(', ') : `no rule: ${cell(reason)}`
    return `- ${cell(constraintText(constraint))} (${judgedByText})`
  })
  return [`## Connections\n\n${lines.join('\n')}`]
}

function ruleText(
  { id, level, says, source, judgedBy, capability, checks, excluded, declaredAt }: ListedRule,
  results: Results,
): string {
  const resultOf = (check: string): string => {
    const result = results.get(check)
    return result === undefined ? '' : `: ${result}`
  }
  const detailLines = [
    `Row: ${cell(rowText(source))}`,
    `Tested by: ${judgedBy}`,
    ...(capability === undefined ? [] : [`Needs the capability: ${capability}`]),
    ...(excluded === undefined ? [] : [`Excluded: ${cell(excluded.reason)}`]),
    ...(declaredAt === undefined ? [] : [`Declared in \`${declaredAt}\``]),
  ]
  const list = [
    ...detailLines,
    ...checks.map((check) => `\`${check.slice(id.length + 1)}\`${resultOf(check)}`),
  ]
  return `## ${id}\n\n**${level}** ${cell(says)}\n\n${list.map((line) => `- ${line}`).join('\n')}`
}

function nameOf({ source: { document, section } }: ListedRule): string {
  const slug = section
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  return `${document}-${slug}.md`
}

/** Escapes text for Markdown. */
function cell(text: string): string {
  return text.replace(/[\\`*_<>|[\]]/g, '\\$&')
}
