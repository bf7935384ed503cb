import { type ExcludedRule, isExcluded, type Rule, type Source } from './catalogue.ts'
import type { Profile } from './profiles.ts'
import type { Role } from './roles.ts'

/** A table row or a sentence of a document, judged or not. */
export interface Place {
  readonly document: Source['document']
  readonly section: string
  /** The key of the row, or the subject of the sentence. */
  readonly row: string
  /** Whose row it is, where two of the section have one key. */
  readonly of?: string
  readonly program: Role
  readonly profile: Profile
  /** It is a sentence, not a row of a table. */
  readonly isSentence?: true
  /** It says nothing but what the program's help says. */
  readonly isText?: true
  /** The document leaves open what it is about. */
  readonly isOpen?: true
}

/** The reason of what nobody has written yet. */
export const notYet = 'not yet'

/** Whether a rule stands for something that nobody has written yet. */
export function isNotYet(rule: Rule | ExcludedRule): rule is ExcludedRule {
  return isExcluded(rule) && rule.excluded.reason === notYet
}

/** The places that no rule accounts for, judging them or telling why it does not. */
export function unaccounted(places: readonly Place[], rules: Iterable<Rule | ExcludedRule>): Place[] {
  const byRow = new Map<string, (Rule | ExcludedRule)[]>()
  for (const rule of rules) {
    for (const row of rule.source.rows) {
      const key = keyOf({ ...rule.source, row })
      byRow.set(key, [...(byRow.get(key) ?? []), rule])
    }
  }
  return places.filter((place) => !(byRow.get(keyOf(place)) ?? []).some((rule) => accountsFor(rule, place)))
}

/** Rules in the order of the documents; those of one place, and those that stand at none, in the order in which they came. */
export function inDocumentOrder<T extends Pick<Rule, 'source'>>(
  rules: readonly T[],
  places: readonly Place[],
): T[] {
  const positions = new Map<string, number>()
  for (const [at, { of, ...place }] of places.entries()) {
    // Whoever does not say of which, or is of the whole section, comes before.
    const keys = [sectionOf(place), keyOf(place), ...(of === undefined ? [] : [keyOf(place) + of])]
    for (const key of keys) if (!positions.has(key)) positions.set(key, at)
  }
  const positionOf = ({ source }: T): number => {
    const [, owner] = /^of ([^,]+)/.exec(source.aspect ?? '') ?? []
    const rows = source.rows.flatMap((row) => {
      const key = keyOf({ ...source, row })
      return positions.get(key + (owner ?? '')) ?? positions.get(key) ?? []
    })
    return Math.min(...rows, ...(rows.length > 0 ? [] : [positions.get(sectionOf(source)) ?? Infinity]))
  }
  const placed = rules.map((rule) => ({ rule, at: positionOf(rule) }))
  return placed.toSorted((a, b) => (a.at === b.at ? 0 : a.at - b.at)).map(({ rule }) => rule)
}

/** A rule of what nobody has written yet, so that it is counted and shown. */
export function notYetRule(place: Place): ExcludedRule {
  const { document, section, row, of, program, profile } = place
  const name = [section.replace(/ \(.*/, ''), of, row].filter((part) => part !== undefined).map(kebab)
  return {
    id: ['not-yet', document, ...name].join('.'),
    level: place.isOpen ? 'UNSPECIFIED' : 'MUST',
    says: `Not covered yet: ${of === undefined ? row : `${row} of ${of}`}.`,
    source: { document, section, rows: [row], ...(of !== undefined && { aspect: `of ${of}` }) },
    program,
    profile,
    judgedBy: 'excluded',
    excluded: { reason: notYet },
  }
}

// Of what a row says, these are the least: that the help names it, and that a value of another type is refused.
function accountsFor({ judgedBy, source: { aspect = '' } }: Rule | ExcludedRule, place: Place): boolean {
  if (place.of !== undefined && aspect !== `of ${place.of}` && !aspect.startsWith(`of ${place.of}, `))
    return false
  return place.isText === true || (judgedBy !== 'text' && !/(^|, )type$/.test(aspect))
}

function keyOf({ document, section, row }: Pick<Place, 'document' | 'section' | 'row'>): string {
  return JSON.stringify([document, section, row])
}

function sectionOf({ document, section }: Pick<Place, 'document' | 'section'>): string {
  return JSON.stringify([document, section])
}

function kebab(words: string): string {
  const wildcard = words.replaceAll('*', 'any')
  return wildcard
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .toLowerCase()
}
