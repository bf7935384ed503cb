/** A value as a configuration file writes it. */
export type SourcedValue =
  | string
  | number
  | boolean
  | readonly SourcedValue[]
  | { readonly [name: string]: SourcedValue }

/** A flag that the configuration file has, too, and what several sources may say of it. */
export interface Sourced {
  readonly flag: `--${string}`
  /** Where the file has it (RFC 6901). */
  readonly field: string
  /** What counts when no source says anything; absent where that cannot be looked at, or is not documented. */
  readonly default?: SourcedValue
  /** What the file says, what a drop-in file says instead, and what the flag says instead of both. */
  readonly values?: readonly [file: SourcedValue, dropIn: SourcedValue, flag: SourcedValue]
  /** By source, the status with which an agent refuses to show anything where what the source says is not in effect. */
  readonly refusedWithout?: { readonly file?: number; readonly 'drop-in'?: number; readonly flag?: number }
  /** What weaker sources say where the value in effect must always be the same, because no other would do. */
  readonly beneath?: SourcedValue
  /** A key of the map that only the configuration file sets when the flag is the strongest source, with its value. */
  readonly fileOnly?: readonly [key: string, value: SourcedValue]
  /** What stands between a key and its value on the command line; default an equals sign. */
  readonly separator?: '<'
}

/** A value as the command line writes it. */
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

/** An element of a list; the objects that lists hold are taints, and memory of a node. */
function elementText(element: SourcedValue): string {
  if (typeof element !== 'object' || Array.isArray(element)) return String(element)
  const texts = element as { readonly [name: string]: string | number }
  const { limits } = element as { readonly limits?: SourcedValue }
  if (limits !== undefined) return `${texts['numaNode']}:${flagText(limits)}`
  return `${texts['key']}=${texts['value']}:${texts['effect']}`
}
