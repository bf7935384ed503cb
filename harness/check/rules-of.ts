import type { Level, Rule, Source } from '../catalogue.ts'
import { excluded, type CheckOptions, rule } from './rule.ts'

/** Common fields of rules: their position in the documents, their subject, and how they are judged. */
export type CommonSource = Partial<Omit<Source, 'rows'>> &
  Partial<Pick<Rule, 'program' | 'profile' | 'judgedBy' | 'capability'>> &
  CheckOptions

/** Fields of one rule: its rows, or its one row, and overrides of common fields. */
export type RuleSource = CommonSource & { readonly row?: string; readonly rows?: readonly string[] }

/** Position of a rule: its row, its rows, or more fields. */
export type RuleRow = string | readonly string[] | RuleSource

/** Declares a rule of a level. Its body begins with a call of `says`. */
export type DeclareRule<P> = (id: string, place: P, body: () => void) => void

/** Functions that declare rules: one for each level, and one for rows that no check covers. */
export interface RulesOf<P> {
  readonly must: DeclareRule<P>
  readonly should: DeclareRule<P>
  readonly unspecified: DeclareRule<P>
  /** Declares a row or sentence that no check covers, with the reason. */
  readonly excluded: (id: string, place: P, says: string, reason: string) => void
}

/** Sets the common fields of the rules of a file. */
export function rulesOf(common: CommonSource & Pick<Source, 'document' | 'section'>): RulesOf<RuleRow>
export function rulesOf(common?: CommonSource): RulesOf<RuleSource & Pick<Source, 'document' | 'section'>>
export function rulesOf(common: CommonSource = {}): RulesOf<RuleRow> {
  const declare =
    (level: Level): DeclareRule<RuleRow> =>
    (id, place, body) =>
      rule({ id, level, says: '', ...completeSource(common, place) }, body)
  return {
    must: declare('MUST'),
    should: declare('SHOULD'),
    unspecified: declare('UNSPECIFIED'),
    excluded: (id, place, says, reason) => {
      const { source, program, profile } = completeSource(common, place)
      const parts = { ...(program && { program }), ...(profile && { profile }) }
      excluded({ id, says, source, ...parts, excluded: { reason } })
    },
  }
}

function completeSource(
  common: CommonSource,
  place: RuleRow,
): Omit<CommonSource, keyof Source> & Pick<Rule, 'source'> {
  const ruleSource: RuleSource =
    typeof place === 'string'
      ? { row: place }
      : Array.isArray(place)
        ? { rows: place }
        : (place as RuleSource)
  const {
    document,
    section,
    aspect,
    row,
    rows = row === undefined ? [] : [row],
    ...rest
  } = { ...common, ...ruleSource }
  const source = { document, section, rows, ...(aspect !== undefined && { aspect }) } as Source
  return { source, ...rest }
}
