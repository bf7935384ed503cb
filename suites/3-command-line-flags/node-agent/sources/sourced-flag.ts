import type { FileField, FileSyntax } from '#documents/shape.ts'

export type SourcedValue = FileSyntax

/** Flag that is also a field of the configuration file, with values for several sources. */
export interface Sourced extends Omit<FileField, 'default' | 'similarValues'> {
  readonly flag: `--${string}`
  /** Default; absent if it is not observable or not documented. */
  readonly default?: SourcedValue
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

/** Returns an element of a list. An object in a list is a taint, or the reserved memory of a NUMA node. */
function elementText(element: SourcedValue): string {
  if (typeof element !== 'object' || Array.isArray(element)) return String(element)
  const members = element as { readonly [name: string]: string | number }
  const { limits } = element as { readonly limits?: SourcedValue }
  if (limits !== undefined) return `${members['numaNode']}:${flagText(limits)}`
  return `${members['key']}=${members['value']}:${members['effect']}`
}
