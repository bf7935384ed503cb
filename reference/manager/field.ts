/** The type words of document 2, and lists of what has members. */
export type FieldType = 'string' | 'bool' | 'int32' | 'float' | 'duration' | 'strings' | 'objects'

/** What a field of each type holds; durations in milliseconds. */
export interface ValueOf {
  readonly string: string
  readonly bool: boolean
  readonly int32: number
  readonly float: number
  readonly duration: number
  readonly strings: readonly string[]
  readonly objects: readonly Readonly<Record<string, string>>[]
}

/** One field that holds a value. */
export interface Field<Pointer extends string = string, Type extends FieldType = FieldType> {
  /** Where it stands in a configuration (RFC 6901). */
  readonly pointer: Pointer
  readonly type: Type
  /** What counts when it is left out. */
  readonly default: ValueOf[Type]
  /** Whether the document states that default; without it, it is a choice of the reference. */
  readonly documented: boolean
  /** The text members of the elements of `objects`, each of which is a field of its own. */
  readonly members: readonly string[]
}

const nothing: ValueOf = {
  string: '',
  bool: false,
  int32: 0,
  float: 0,
  duration: 0,
  strings: [],
  objects: [],
}

/** A field whose default the document does not state. */
export function field<const Pointer extends string, const Type extends FieldType>(
  pointer: Pointer,
  type: Type,
  chosen: ValueOf[Type] = nothing[type],
): Field<Pointer, Type> {
  return { pointer, type, default: chosen, documented: false, members: [] }
}

/** A field whose default the document states. */
export function stated<const Pointer extends string, const Type extends FieldType>(
  pointer: Pointer,
  type: Type,
  value: ValueOf[Type],
): Field<Pointer, Type> {
  return { pointer, type, default: value, documented: true, members: [] }
}

/** A list of elements with the named text members. */
export function elements<const Pointer extends string>(
  pointer: Pointer,
  ...members: readonly string[]
): Field<Pointer, 'objects'> {
  return { pointer, type: 'objects', default: [], documented: false, members }
}
