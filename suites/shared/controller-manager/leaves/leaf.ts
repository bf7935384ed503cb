/** The type words of document 2; `objects` is a list of objects with text members. */
export type LeafType =
  | 'string'
  | 'bool'
  | 'int32'
  | 'float32'
  | 'float64'
  | 'duration'
  | 'list of string'
  | 'objects'

/** One field of document 2 that contains a value. Durations are texts as in files (`1m30s`). */
export interface Leaf {
  /** Location in a configuration (RFC 6901). */
  readonly pointer: string
  readonly type: LeafType
  /** Unit of a number, unless it is a count. */
  readonly unit?: 'seconds' | 'per second' | 'bits' | 'share'
  /** Value in checks of other fields. */
  readonly usual: unknown
  /**
   * Two more legal values, each different from those of neighbouring fields. A bool has its other value and the usual
   * one.
   */
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

/** Returns a function that creates the leaves of one block, from its pointer and the section of its rows. */
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
