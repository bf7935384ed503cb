/** Whether a check accepts something, refuses something, or neither. */
export type Kind = 'accepts' | 'refuses' | 'test'

/** A title, and the words that its id is made of. */
export interface WholeTitle {
  readonly title: string
  readonly id: string
}

/** The title of a check; one that was changed has the title that its id is made of, too. */
export type Title = string | WholeTitle

/** A whole title with what its id is made of; `%s` becomes the name of the entry, in the id the name it had first. */
export function titled(kind: Kind, given: Title, name = '%s', firstName = name): WholeTitle {
  const { title, id } = typeof given === 'string' ? { title: given, id: given } : given
  const whole = (text: string, entry: string): string =>
    `${kind === 'test' ? '' : `${kind} `}${text.replace('%s', entry)}`
  return { title: whole(title, name), id: whole(id, firstName) }
}
