/** A value in the syntax of a configuration file. */
export type SourcedValue =
  | string
  | number
  | boolean
  | readonly SourcedValue[]
  | { readonly [name: string]: SourcedValue }

/** A flag that is also in the configuration file, with its values in several sources. */
export interface Sourced {
  readonly flag: `--${string}`
  /** Field in the configuration file (RFC 6901). */
  readonly field: string
  /** Value in effect without a source; absent if it is not observable or not documented. */
  readonly default?: SourcedValue
  /** Values of the file, of a drop-in file that overrides it, and of the flag that overrides both. */
  readonly values?: readonly [file: SourcedValue, dropIn: SourcedValue, flag: SourcedValue]
  /** By source, the status with which an agent refuses a read if the value of the source is not in effect. */
  readonly refusedWithout?: { readonly file?: number; readonly 'drop-in'?: number; readonly flag?: number }
  /** Value of weaker sources, where the value in effect must always be the same because no other one works. */
  readonly beneath?: SourcedValue
  /** A key of the map that only the configuration file sets when the flag is the strongest source, with its value. */
  readonly fileOnly?: readonly [key: string, value: SourcedValue]
  /** Separator between a key and its value on the command line; default an equals sign. */
  readonly separator?: '<'
}

/** Returns a value in command line syntax. */
export function flagText(value: SourcedValue, separator = '='): string {
  if (typeof value !== 'object') return String(value)
  if (Array.isArray(value)) return value.map((each) => elementText(each as SourcedValue)).join(',')
  return Object.entries(value)
    .map(([key, inner]) =>
      Array.isArray(inner)
        ? `${key}:${inner.join(',')}`
        : `${key}${separator}${flagText(inner as SourcedValue)}`,
    )
    .join(',')
}

/** Returns an element of a list. Objects in lists are taints, and memory of a node. */
function elementText(element: SourcedValue): string {
  if (typeof element !== 'object' || Array.isArray(element)) return String(element)
  const texts = element as { readonly [name: string]: string | number }
  const { limits } = element as { readonly limits?: SourcedValue }
  if (limits !== undefined) return `${texts['numaNode']}:${flagText(limits)}`
  return `${texts['key']}=${texts['value']}:${texts['effect']}`
}
