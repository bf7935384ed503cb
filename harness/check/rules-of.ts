import type { Level, Rule, Source } from '../catalogue.ts'
import { excluded, type Judging, rule } from './rule.ts'

/** Common fields of rules: their position in the documents, their subject, and how they are judged. */
export type Common = Partial<Omit<Source, 'rows'>> &
  Partial<Pick<Rule, 'program' | 'profile' | 'judgedBy' | 'capability'>> &
  Judging

/** Fields of one rule: its rows, or its one row, and overrides of common fields. */
export type Own = Common & { readonly row?: string; readonly rows?: readonly string[] }

/** Position of a rule: its row, its rows, or more fields. */
export type Place = string | readonly string[] | Own

/** Declares a rule of a level. Its body begins with what it `says`. */
export type Declare<P> = (id: string, place: P, body: () => void) => void

/** A function for each level, and one for rows without a check. */
export interface RulesOf<P> {
  readonly must: Declare<P>
  readonly should: Declare<P>
  readonly unspecified: Declare<P>
  /** Declares a row or sentence that no check covers, with the reason. */
  readonly excluded: (id: string, place: P, says: string, reason: string) => void
}

/** Sets the common fields of the rules of a file. */
export function rulesOf(common: Common & Pick<Source, 'document' | 'section'>): RulesOf<Place>
export function rulesOf(common?: Common): RulesOf<Own & Pick<Source, 'document' | 'section'>>
export function rulesOf(common: Common = {}): RulesOf<Place> {
  const declare =
    (level: Level): Declare<Place> =>
    (id, place, body) =>
      rule({ id, level, says: '', ...whole(common, place) }, body)
  return {
    must: declare('MUST'),
    should: declare('SHOULD'),
    unspecified: declare('UNSPECIFIED'),
    excluded: (id, place, says, reason) => {
      const { source, program, profile } = whole(common, place)
      const parts = { ...(program && { program }), ...(profile && { profile }) }
      excluded({ id, says, source, ...parts, excluded: { reason } })
    },
  }
}

function whole(common: Common, place: Place): Omit<Common, keyof Source> & Pick<Rule, 'source'> {
  const own: Own =
    typeof place === 'string' ? { row: place } : Array.isArray(place) ? { rows: place } : (place as Own)
  const {
    document,
    section,
    aspect,
    row,
    rows = row === undefined ? [] : [row],
    ...rest
  } = { ...common, ...own }
  const source = { document, section, rows, ...(aspect !== undefined && { aspect }) } as Source
  return { source, ...rest }
}
