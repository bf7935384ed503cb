import type { Row } from './shape.ts'

/** Names of the types in document 2; `objects` is a list of objects with string members. */
export type LeafType =
  | 'string'
  | 'bool'
  | 'int32'
  | 'float32'
  | 'float64'
  | 'duration'
  | 'list of string'
  | 'objects'

/** A row of document 2 with a field that contains a value. Durations are as in files (`1m30s`). */
export interface Leaf extends Row {
  readonly path: string
  readonly type: LeafType
  readonly usualValues: readonly [unknown]
  /**
   * Two legal values that differ from the values of neighbouring fields. A bool has the opposite of its usual value,
   * and the usual value.
   */
  readonly legalValues: readonly [unknown, unknown]
}

type LeafOptions = Partial<Pick<Leaf, 'unit' | 'default' | 'members' | 'key' | 'program'>>
type LeafOf = (
  name: string,
  type: LeafType,
  defaultValue: unknown,
  legalValues: Leaf['legalValues'],
  more?: LeafOptions,
) => Leaf

/** Returns a function that creates the rows of one block, from its pointer and the prefix of its keys. */
export function blockAt(pointer: string, keyPrefix = ''): LeafOf {
  return (name, type, defaultValue, legalValues, options = {}) => ({
    key: keyPrefix + name,
    path: `${pointer}/${name}`,
    type,
    usualValues: [defaultValue],
    legalValues,
    ...options,
  })
}

/** Returns the row of a field whose key is its path with dots. */
export const block: LeafOf = (key, type, defaultValue, legalValues, options) =>
  blockAt('')(key.replaceAll('.', '/'), type, defaultValue, legalValues, { key, ...options })

/** Reports whether a row has a field that contains a value. */
export function isLeaf(row: Row): row is Leaf {
  return row.path !== undefined && row.usualValues !== undefined && row.legalValues !== undefined
}
