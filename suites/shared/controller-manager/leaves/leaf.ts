/** The type words of document 2; `objects` is a list of what has text members. */
export type LeafType =
  | 'string'
  | 'bool'
  | 'int32'
  | 'float32'
  | 'float64'
  | 'duration'
  | 'list of string'
  | 'objects'

/** One field of document 2 that holds a value; durations are texts as files have them (`1m30s`). */
export interface Leaf {
  /** Where it stands in a configuration (RFC 6901). */
  readonly pointer: string
  readonly type: LeafType
  /** What a number counts, where that is no number of things. */
  readonly unit?: 'seconds' | 'per second' | 'bits' | 'share'
  /** What checks give it that look at something else. */
  readonly usual: unknown
  /** Two more values that are legal, each unlike those of its neighbours; a bool has its other one and the usual one. */
  readonly others: readonly [unknown, unknown]
  /** The default that the document states. */
  readonly default?: unknown
  /** The text members of the elements of `objects`. */
  readonly members?: readonly string[]
  /** Its row in the document, by section and key. */
  readonly section: string
  readonly row: string
}

type More = Partial<Pick<Leaf, 'unit' | 'default' | 'members' | 'row'>>

/** What makes the leaves of one block: its pointer, and the section in which its rows stand. */
export function blockOf(
  section: string,
  block: string,
  rowPrefix = '',
): (name: string, type: LeafType, usual: unknown, others: readonly [unknown, unknown], more?: More) => Leaf {
  return (name, type, usual, others, more = {}) => ({
    pointer: block === '' ? `/${name}` : `/${block}/${name}`,
    type,
    usual,
    others,
    section,
    row: rowPrefix + name,
    ...more,
  })
}
