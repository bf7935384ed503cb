/** Type names of document 2, and lists of elements with members. */
export type FieldType = 'string' | 'bool' | 'int32' | 'float' | 'duration' | 'strings' | 'objects'

/** Value type of each field type. Durations are in milliseconds. */
export interface ValueOf {
  readonly string: string
  readonly bool: boolean
  readonly int32: number
  readonly float: number
  readonly duration: number
  readonly strings: readonly string[]
  readonly objects: readonly Readonly<Record<string, string>>[]
}

/** Field that holds a value. */
export interface Field<Pointer extends string = string, Type extends FieldType = FieldType> {
  /** Location in a configuration (RFC 6901). */
  readonly pointer: Pointer
  readonly type: Type
  /** Value of an omitted field. */
  readonly default: ValueOf[Type]
  /** True if the document states the default, and false if the default is a choice of the reference. */
  readonly documented: boolean
  /** Names of the string members of each element, if the type is `objects`; otherwise empty. */
  readonly members: readonly string[]
}

const emptyValues: ValueOf = {
  string: '',
  bool: false,
  int32: 0,
  float: 0,
  duration: 0,
  strings: [],
  objects: [],
}

/** Returns a field whose default the document does not state. */
export function field<const Pointer extends string, const Type extends FieldType>(
  pointer: Pointer,
  type: Type,
  defaultValue: ValueOf[Type] = emptyValues[type],
): Field<Pointer, Type> {
  return { pointer, type, default: defaultValue, documented: false, members: [] }
}

/** Returns a field whose default the document states. */
export function documentedField<const Pointer extends string, const Type extends FieldType>(
  pointer: Pointer,
  type: Type,
  value: ValueOf[Type],
): Field<Pointer, Type> {
  return { pointer, type, default: value, documented: true, members: [] }
}

/** Returns a field for a list of elements with the named string members. */
export function elements<const Pointer extends string>(
  pointer: Pointer,
  ...members: readonly string[]
): Field<Pointer, 'objects'> {
  return { pointer, type: 'objects', default: [], documented: false, members }
}
