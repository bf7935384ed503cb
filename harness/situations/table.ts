import type { ListedRule } from '../catalogue.ts'
import { globPattern } from '../glob.ts'
import type { DocumentPart } from '../outline.ts'
import type { Situation, SituationKind } from './kinds.ts'

/** A row in one kind of situation: the checks that try it, the reason why it cannot occur, or neither. */
export interface SituationCell {
  readonly tried?: readonly string[]
  readonly reason?: string
}

/** A row or sentence of the documents in all kinds of situations. */
export interface SituationRow extends Pick<DocumentPart, 'document' | 'section' | 'row' | 'of'> {
  readonly cells: Readonly<Record<SituationKind, SituationCell>>
}

/** Returns each row that a check tests, in all kinds of situations. */
export function situationTable(
  parts: readonly DocumentPart[],
  rules: readonly ListedRule[],
  situations: readonly Situation[],
): SituationRow[] {
  const matchedSituations = situations.map((one) => ({ ...one, ids: idsMatching(one.tried, rules) }))
  const byRow = new Map<string, ListedRule[]>()
  for (const rule of rules)
    for (const row of rule.source.rows) {
      const key = keyOf({ ...rule.source, row })
      byRow.set(key, [...(byRow.get(key) ?? []), rule])
    }
  return parts.flatMap((part) => {
    const partRules = (byRow.get(keyOf(part)) ?? []).filter(
      ({ checks, source }) => checks.length > 0 && isOfType(source.aspect, part.of),
    )
    if (part.isText || part.isOpen || partRules.length === 0) return []
    const checks = partRules.flatMap((rule) => rule.checks)
    const cells = matchedSituations.map(({ kind, isAt, otherwise, because, ids, triedAt }) => {
      const additionalIds = triedAt === undefined ? [] : [...idsMatching(triedAt(part), rules)]
      const triedIds = [...new Set([...checks.filter((id) => ids.has(id)), ...additionalIds])]
      const reason = isAt(part) ? because?.(part) : otherwise
      const cell: SituationCell =
        triedIds.length > 0 ? { tried: triedIds } : reason === undefined ? {} : { reason }
      return [kind, cell] as const
    })
    const { document, section, row, of } = part
    return [
      {
        document,
        section,
        row,
        ...(of !== undefined && { of }),
        cells: Object.fromEntries(cells) as SituationRow['cells'],
      },
    ]
  })
}

/** Returns the globs that match no rule and no check. */
export function missingGlobs(globs: readonly string[], rules: readonly ListedRule[]): string[] {
  return globs.filter((glob) => idsMatching([glob], rules).size === 0)
}

function idsMatching(globs: readonly string[], rules: readonly ListedRule[]): ReadonlySet<string> {
  return new Set(globs.flatMap((glob) => [...idsMatchingGlob(glob, rules)]))
}

// Constraints name the same rules at many rows.
const matchCache = new WeakMap<readonly ListedRule[], Map<string, readonly string[]>>()

/** Returns the checks that a glob matches by their id or the id of their rule. */
function idsMatchingGlob(glob: string, rules: readonly ListedRule[]): readonly string[] {
  const cachedMatches = matchCache.get(rules) ?? new Map<string, readonly string[]>()
  matchCache.set(rules, cachedMatches)
  const pattern = globPattern(glob)
  const ids =
    cachedMatches.get(glob) ??
    rules.flatMap(({ id, checks }) => (pattern.test(id) ? checks : checks.filter((own) => pattern.test(own))))
  cachedMatches.set(glob, ids)
  return ids
}

// Rules without an owner concern each row with the key.
function isOfType(aspect: string | undefined, of: string | undefined): boolean {
  const [, owner] = /^of ([^,]+)/.exec(aspect ?? '') ?? []
  return of === undefined || owner === undefined || owner === of
}

function keyOf({ document, section, row }: Pick<DocumentPart, 'document' | 'section' | 'row'>): string {
  return JSON.stringify([document, section, row])
}
