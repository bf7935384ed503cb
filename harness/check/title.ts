/** Kind of a check: it accepts something, refuses something, or neither. */
export type CheckKind = 'accepts' | 'refuses' | 'test'

/** A title, and the words that its id is derived from. */
export interface TitleWithId {
  readonly title: string
  readonly id: string
}

/** Title of a check. A changed title also has the original title, from which the id is derived. */
export type Title = string | TitleWithId

/**
 * Returns a whole title with the words of its id; `%s` is replaced by the name of the entry, in the id by its original
 * name.
 */
export function checkTitle(kind: CheckKind, given: Title, name = '%s', originalName = name): TitleWithId {
  const { title, id } = typeof given === 'string' ? { title: given, id: given } : given
  const completeTitle = (text: string, entry: string): string =>
    `${kind === 'test' ? '' : `${kind} `}${text.replace('%s', entry)}`
  return { title: completeTitle(title, name), id: completeTitle(id, originalName) }
}
