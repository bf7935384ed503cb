import type { Quirks } from '../quirks/quirks.ts'

/** The type words of the documents' flag tables. */
export type FlagType =
  | 'string'
  | 'bool'
  | 'int'
  | 'int32'
  | 'float'
  | 'duration'
  | 'strings'
  | 'pairs'
  | 'thresholds'
  | 'taints'
  | 'reserved-memory'
  | 'headers'
  | 'RuntimeDefault'
  | 'stringToString'
  | 'colonSeparatedMultimapStringString'
  | 'quantity'
  | 'N1-N2'
  | 'version[=true]'
  | 'pattern=N,...'
  | 'help'

/** One documented flag, without its dashes. */
export interface Flag<Name extends string = string> {
  readonly name: Name
  readonly type: FlagType
  /** The documented default as the help shows it; none when the document gives none. */
  readonly default?: string | undefined
  /** What it is for, in a few words. */
  readonly summary: string
  readonly short?: string | undefined
  /** What the document advises, in words that the help ends with. */
  readonly advice?: string | undefined
  /** The only values (or list elements) that are legal. */
  readonly oneOf?: readonly string[] | undefined
  /** Smallest and largest legal number. */
  readonly range?: readonly [min: number, max: number] | undefined
  /** Set where the documents call it deprecated: what the help says of that. */
  readonly deprecated?: string | undefined
  /** Lines that its entry in the help has below the summary. */
  readonly details?: ((quirks: Quirks) => readonly string[]) | undefined
}

/** Defects in reading the command line of a program with the named flags. */
export type FlagFault<Name extends string> =
  | 'repeated-list-flag-last-wins'
  | `help-omits-${Name}`
  | `help-type-wrong-${Name}`
  | `help-default-wrong-${Name}`
  | `help-advice-missing-${Name}`
  | `help-deprecation-omitted-${Name}`
  | `type-unchecked-${Name}`
  | `value-refused-${Name}`
  | `values-unchecked-${Name}`
  | `legal-value-refused-${Name}`

/** Makes a flag; the default of `-` in the documents is left out here. */
export function flag<const Name extends string>(
  name: Name,
  type: FlagType,
  summary: string,
  more: Partial<
    Pick<Flag, 'default' | 'short' | 'advice' | 'oneOf' | 'range' | 'deprecated' | 'details'>
  > = {},
): Flag<Name> {
  return { name, type, summary, ...more }
}
