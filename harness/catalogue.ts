import type { Profile } from './profiles.ts'
import type { Role } from './roles.ts'

/** How binding a rule is; `UNSPECIFIED` is recorded and compared, never failed. */
export type Level = 'MUST' | 'SHOULD' | 'UNSPECIFIED'

/**
 * What a verdict rests on: what the program does, that it refuses to start, what its help or messages say, or (where
 * the documents leave it open) what was seen.
 */
export const judgements = ['behaviour', 'refusal', 'text', 'observation'] as const
export type JudgedBy = (typeof judgements)[number]

/** Where in the documents a rule stands. */
export interface Source {
  readonly document: 1 | 2 | 3
  /** The heading as the document spells it. */
  readonly section: string
  /** The keys of the table rows that it judges (a field, a flag, a gate, a state), or the subject of a sentence. */
  readonly rows: readonly string[]
  /** Which part of them: `type`, `default`, `of UserValidationRule` where two rows have one key. */
  readonly aspect?: string
}

/** One documented statement. */
export interface Rule {
  /** `area.subject.assertion`, kept for life. */
  readonly id: string
  readonly level: Level
  /** What the document states, in our words. */
  readonly says: string
  readonly source: Source
  /** The program that it judges. */
  readonly program: Role
  /** The part of the documents that it belongs to. */
  readonly profile: Profile
  /** What a verdict about it rests on. */
  readonly judgedBy: JudgedBy
  /** Something the documents do not promise and every check of this rule needs, as a dialect declares it. */
  readonly capability?: string
  /** The source line that declares it, or the row of the table that it is made from: `suites/…/timeout.suite.ts:49`. */
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
  /** Where each of its checks is declared. */
  readonly checksDeclaredAt?: Readonly<Record<string, string>>
}

/** A check as the plan knows it, before it runs. */
export interface PlannedCheck {
  /** `<rule id>/<title in kebab case>`. */
  readonly id: string
  readonly rule: string
  readonly title: string
  /** The check that must have held for this one to count. */
  readonly twin?: string
  /** The source line that declares it. */
  readonly declaredAt?: string
}

/** What a run is going to judge. */
export interface Plan {
  readonly rules: readonly (Rule | ExcludedRule)[]
  readonly checks: readonly PlannedCheck[]
  /** How much each profile holds, whatever of it is planned: its rules with checks, and what nobody has written yet. */
  readonly profiles: readonly { readonly name: Profile; readonly rules: number; readonly notYet: number }[]
  /** Programs that rules judge and the target does not describe. */
  readonly outOfScope: readonly { readonly program: Role; readonly rules: number }[]
  /** Of a shard: what the whole run plans. */
  readonly shardOf?: {
    /** Ids, in the order of the whole. */
    readonly rules: readonly string[]
    readonly checks: readonly string[]
    /** Twins that belong to other shards. */
    readonly borrowed: readonly string[]
  }
}

/** A check's id, made of its rule's id and its title. */
export function checkId(ruleId: string, title: string): string {
  const slug = title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  return `${ruleId}/${slug}`
}

/** Whether a rule stands in the catalogue only to say why no check covers it. */
export function isExcluded(rule: Rule | ExcludedRule): rule is ExcludedRule {
  return 'excluded' in rule
}

// More than these on one line and nobody reads them.
const mostRows = 3

/** The rows of a source on one line: `url, discoveryURL: unique`. */
export function rowText({ rows, aspect }: Pick<Source, 'rows' | 'aspect'>): string {
  const some = rows.length > mostRows ? [...rows.slice(0, mostRows - 1), `${rows.length - 2} more`] : rows
  return aspect === undefined ? some.join(', ') : `${some.join(', ')}: ${aspect}`
}

/** Where a rule stands, on one line: `document 1, Limits, webhook timeout`. */
export function placeText(source: Source): string {
  return `document ${source.document}, ${source.section}, ${rowText(source)}`
}

// One that tells nothing, one that is red, and one that confirms it.
const mostAttempts = 3

/** The name of a check's folder below `evidence/`; those of further attempts lie beside. */
export function evidenceFolder(checkId: string, attempt = 1): string {
  return `${checkId.replaceAll('/', '.')}${attempt === 1 ? '' : `.attempt-${attempt}`}`
}

/** The names of all folders that a check may leave there. */
export function evidenceFolders(checkId: string): string[] {
  return Array.from({ length: mostAttempts }, (_, index) => evidenceFolder(checkId, index + 1))
}
