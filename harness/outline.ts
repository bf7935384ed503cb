import { type ExcludedRule, isExcluded, type Rule, type Source } from './catalogue.ts'
import type { Profile } from './profiles.ts'
import type { Role } from './roles.ts'

/** A table row or a sentence of a document, tested or not. */
export interface DocumentPart {
  readonly document: Source['document']
  readonly section: string
  /** Key of the row, or subject of the sentence. */
  readonly row: string
  /** Owner of the row, if two rows of the section have the same key. */
  readonly of?: string
  readonly program: Role
  readonly profile: Profile
  /** True for a sentence, as opposed to a row of a table. */
  readonly isSentence?: true
  /** True if the row only describes the text of the program's help. */
  readonly isText?: true
  /** True if the document leaves its subject undefined. */
  readonly isOpen?: true
  /** Type, default and place of the value, in words. */
  readonly facts?: string
  /** Address of the corresponding page of Kubernetes' documentation. */
  readonly page?: string
}

/** Page of Kubernetes' documentation that corresponds to a section of the documents. */
export interface SectionPage {
  readonly document: Source['document']
  readonly section: string
  readonly address: string
}

/** Returns the pages of the sections that have a page. */
export function pagesOf(parts: readonly DocumentPart[]): SectionPage[] {
  const pages = new Map<string, SectionPage>()
  for (const { document, section, page } of parts) {
    const address = page?.replace(/#.*/, '')
    const key = JSON.stringify([document, section, address])
    if (address !== undefined) pages.set(key, { document, section, address })
  }
  return [...pages.values()]
}

/** Reason of a rule that is not written yet. */
export const notYetWritten = 'not yet'

/** Reports whether a rule is a placeholder for a rule that is not written yet. */
export function isUnwritten(rule: Rule | ExcludedRule): rule is ExcludedRule {
  return isExcluded(rule) && rule.excluded.reason === notYetWritten
}

/** Returns the rows and sentences that no rule tests and for which no rule gives a reason. */
export function uncoveredParts(
  places: readonly DocumentPart[],
  rules: Iterable<Rule | ExcludedRule>,
): DocumentPart[] {
  const byRow = new Map<string, (Rule | ExcludedRule)[]>()
  for (const rule of rules) {
    for (const row of rule.source.rows) {
      const key = keyOf({ ...rule.source, row })
      byRow.set(key, [...(byRow.get(key) ?? []), rule])
    }
  }
  return places.filter((part) => !(byRow.get(keyOf(part)) ?? []).some((rule) => coversPart(rule, part)))
}

/** Sorts rules in the order of the documents; rules of one place, and rules without a place, keep their order. */
export function inDocumentOrder<T extends Pick<Rule, 'source'>>(
  rules: readonly T[],
  places: readonly DocumentPart[],
): T[] {
  const positions = new Map<string, number>()
  for (const [at, { of, ...place }] of places.entries()) {
    // Rules without an owner, or of the whole section, come first.
    const keys = [sectionOf(place), keyOf(place), ...(of === undefined ? [] : [keyOf(place) + of])]
    for (const key of keys) if (!positions.has(key)) positions.set(key, at)
  }
  const positionOf = ({ source }: T): number => {
    const [, owner] = /^of ([^,]+)/.exec(source.aspect ?? '') ?? []
    const rowPositions = source.rows.flatMap((row) => {
      const key = keyOf({ ...source, row })
      return positions.get(key + (owner ?? '')) ?? positions.get(key) ?? []
    })
    return Math.min(
      ...rowPositions,
      ...(rowPositions.length > 0 ? [] : [positions.get(sectionOf(source)) ?? Infinity]),
    )
  }
  const positionedRules = rules.map((rule) => ({ rule, at: positionOf(rule) }))
  return positionedRules.toSorted((a, b) => (a.at === b.at ? 0 : a.at - b.at)).map(({ rule }) => rule)
}

/** Returns a placeholder for a rule that is not written yet, so that it is counted and shown. */
export function placeholderRule(part: DocumentPart): ExcludedRule {
  const { document, section, row, of, program, profile } = part
  const name = [section.replace(/ \(.*/, ''), of, row].filter((part) => part !== undefined).map(kebab)
  return {
    id: ['not-yet', document, ...name].join('.'),
    level: part.isOpen ? 'UNSPECIFIED' : 'MUST',
    says: `Not covered yet: ${of === undefined ? row : `${row} of ${of}`}.`,
    source: { document, section, rows: [row], ...(of !== undefined && { aspect: `of ${of}` }) },
    program,
    profile,
    judgedBy: 'excluded',
    excluded: { reason: notYetWritten },
  }
}

// A rule about the help text, or about a value of another type, is the minimum and does not account for a row.
function coversPart({ judgedBy, source: { aspect = '' } }: Rule | ExcludedRule, part: DocumentPart): boolean {
  if (part.of !== undefined && aspect !== `of ${part.of}` && !aspect.startsWith(`of ${part.of}, `))
    return false
  return part.isText === true || (judgedBy !== 'text' && !/(^|, )type$/.test(aspect))
}

function keyOf({ document, section, row }: Pick<DocumentPart, 'document' | 'section' | 'row'>): string {
  return JSON.stringify([document, section, row])
}

function sectionOf({ document, section }: Pick<DocumentPart, 'document' | 'section'>): string {
  return JSON.stringify([document, section])
}

function kebab(words: string): string {
  const wildcard = words.replaceAll('*', 'any')
  return wildcard
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .toLowerCase()
}
