import type { Profile } from './profiles.ts'
import type { Role } from './roles.ts'

/**
 * Obligation level of a rule. Behaviour under an `UNSPECIFIED` rule is recorded and compared between runs,
 * and never fails.
 */
export type Level = 'MUST' | 'SHOULD' | 'UNSPECIFIED'

/**
 * Basis of a verdict: behaviour of the program, refusal to start, its help or messages, or (where the documents leave
 * the behaviour open) an observation.
 */
export const judgements = ['behaviour', 'refusal', 'text', 'observation'] as const
export type JudgedBy = (typeof judgements)[number]

/** Position of a rule in the documents. */
export interface Source {
  readonly document: 1 | 2 | 3
  /** Heading as spelled in the document. */
  readonly section: string
  /** Keys of the judged table rows (a field, a flag, a gate, a state), or the subject of a sentence. */
  readonly rows: readonly string[]
  /** Judged part of the rows: `type`, `default`, `of UserValidationRule` where two rows have one key. */
  readonly aspect?: string
}

/** One documented statement. */
export interface Rule {
  /** `area.subject.assertion`, never changed. */
  readonly id: string
  readonly level: Level
  /** Statement of the document, in our words. */
  readonly says: string
  readonly source: Source
  /** Program that the rule tests. */
  readonly program: Role
  /** Part of the documents that the rule belongs to. */
  readonly profile: Profile
  /** Basis of the verdicts of the rule. */
  readonly judgedBy: JudgedBy
  /** Feature that the documents do not promise and every check of this rule needs, as declared by a dialect. */
  readonly capability?: string
  /**
   * Source line of the declaration, or the table row from which the rule is generated: `suites/…/timeout.suite.ts:49`.
   */
  readonly declaredAt?: string
}

/** A row or sentence that no check covers, with a reason that a reader can verify. */
export interface ExcludedRule extends Omit<Rule, 'capability' | 'judgedBy'> {
  readonly judgedBy: 'excluded'
  readonly excluded: { readonly reason: string }
}

/** One entry of `list --json`. */
export interface ListedRule extends Omit<Rule, 'judgedBy'> {
  readonly judgedBy: (Rule | ExcludedRule)['judgedBy']
  readonly checks: readonly string[]
  readonly excluded?: { readonly reason: string }
  /** Source line of each check, by the id of the check. */
  readonly checksDeclaredAt?: Readonly<Record<string, string>>
}

/** A check in the plan, before it runs. */
export interface PlannedCheck {
  /** `<rule id>/<slug>`; the slug is made from the declared id, or from the title. */
  readonly id: string
  readonly rule: string
  readonly title: string
  /** Id of the check that must pass for this check to be valid. */
  readonly twin?: string
  /** Source line of the declaration. */
  readonly declaredAt?: string
}

/** Rules and checks of a run. */
export interface Plan {
  readonly rules: readonly (Rule | ExcludedRule)[]
  readonly checks: readonly PlannedCheck[]
  /** Number of rules in each profile, independent of the plan: rules with checks, and rules without a check yet. */
  readonly profiles: readonly { readonly name: Profile; readonly rules: number; readonly notYet: number }[]
  /** Programs that rules test but the target does not describe. */
  readonly outOfScope: readonly { readonly program: Role; readonly rules: number }[]
  /** For a shard: the plan of the whole run. */
  readonly shardOf?: {
    /** Ids, in the order of the whole run. */
    readonly rules: readonly string[]
    readonly checks: readonly string[]
    /** Twins that belong to other shards. */
    readonly borrowed: readonly string[]
  }
}

/** Returns a check's id, made of its rule's id and its title. */
export function checkId(ruleId: string, title: string): string {
  const slug = title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  return `${ruleId}/${slug}`
}

/** Reports whether a rule is listed only with the reason why no check covers it. */
export function isExcluded(rule: Rule | ExcludedRule): rule is ExcludedRule {
  return 'excluded' in rule
}

// Maximum number of rows that are readable on one line.
const maxRows = 3

/** Returns the rows of a source on one line: `url, discoveryURL: unique`. */
export function rowText({ rows, aspect }: Pick<Source, 'rows' | 'aspect'>): string {
  const shownRows = rows.length > maxRows ? [...rows.slice(0, maxRows - 1), `${rows.length - 2} more`] : rows
  return aspect === undefined ? shownRows.join(', ') : `${shownRows.join(', ')}: ${aspect}`
}

/** Returns the position of a rule in the documents on one line: `document 1, Limits, webhook timeout`. */
export function placeText(source: Source): string {
  return `document ${source.document}, ${source.section}, ${rowText(source)}`
}

// Maximum number of attempts: an inconclusive attempt, a red attempt, and an attempt that confirms the red result.
const maxAttempts = 3

/** Returns the name of a check's folder below `evidence/`. Folders of further attempts are next to it. */
export function evidenceFolder(checkId: string, attempt = 1): string {
  return `${checkId.replaceAll('/', '.')}${attempt === 1 ? '' : `.attempt-${attempt}`}`
}

/** Returns the names of all folders below `evidence/` that a check may create. */
export function evidenceFolders(checkId: string): string[] {
  return Array.from({ length: maxAttempts }, (_, index) => evidenceFolder(checkId, index + 1))
}
