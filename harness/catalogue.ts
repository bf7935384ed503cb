/** How binding a rule is; `UNSPECIFIED` is recorded and compared, never failed. */
export type Level = 'MUST' | 'SHOULD' | 'UNSPECIFIED'

/** Where in the documents a rule stands. */
export interface Source {
  readonly document: 1 | 2 | 3
  readonly section: string
  /** The key of the table row, bullet or sentence: a field name, a flag, a gate, a state. */
  readonly row: string
}

/** One documented statement. */
export interface Rule {
  /** `area.subject.assertion`, kept for life. */
  readonly id: string
  readonly level: Level
  /** What the document states, in our words. */
  readonly says: string
  readonly source: Source
  /** Something the documents do not promise and every check of this rule needs, as a dialect declares it. */
  readonly capability?: string
  /** Which checks (by title) each fault of the reference must break, exactly. */
  readonly faults?: Readonly<Record<string, readonly string[]>>
}

/** A row or sentence that no check covers, with a reason that a reader can verify. */
export interface ExcludedRule extends Omit<Rule, 'faults' | 'capability'> {
  readonly excluded: { readonly reason: string }
}

/** A check as the plan knows it, before it runs. */
export interface PlannedCheck {
  /** `<rule id>/<title in kebab case>`. */
  readonly id: string
  readonly rule: string
  readonly title: string
  /** The check that must have held for this one to count. */
  readonly twin?: string
}

export interface Plan {
  readonly rules: readonly (Rule | ExcludedRule)[]
  readonly checks: readonly PlannedCheck[]
}

/** A check's id, made of its rule's id and its title. */
export function checkId(ruleId: string, title: string): string {
  const slug = title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  return `${ruleId}/${slug}`
}

export function isExcluded(rule: Rule | ExcludedRule): rule is ExcludedRule {
  return 'excluded' in rule
}
