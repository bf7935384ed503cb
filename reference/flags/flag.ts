/** The type words of the documents' flag tables. */
export type FlagType =
  | 'string'
  | 'bool'
  | 'int'
  | 'float'
  | 'duration'
  | 'strings'
  | 'pairs'
  | 'stringToString'
  | 'colonSeparatedMultimapStringString'
  | 'quantity'
  | 'N1-N2'
  | 'version[=true]'
  | 'pattern=N,...'
  | 'help'

/** One documented flag, without its dashes. */
export interface Flag {
  readonly name: string
  readonly type: FlagType
  /** The documented default as the help shows it; none when the document gives none. */
  readonly default?: string | undefined
  /** What it is for, in a few words. */
  readonly summary: string
  readonly short?: string | undefined
  /** The only values (or list elements) that are legal. */
  readonly oneOf?: readonly string[] | undefined
  /** Smallest and largest legal number. */
  readonly range?: readonly [min: number, max: number] | undefined
}

/** Defects in reading command lines that any program of the reference can have. */
export type FlagFault =
  | 'repeated-list-flag-last-wins'
  | `help-omits-${string}`
  | `help-type-wrong-${string}`
  | `help-default-wrong-${string}`
  | `type-unchecked-${string}`
  | `values-unchecked-${string}`
  | `legal-value-refused-${string}`

/** Makes a flag; the default of `-` in the documents is left out here. */
export function flag(
  name: string,
  type: FlagType,
  summary: string,
  more: Partial<Pick<Flag, 'default' | 'short' | 'oneOf' | 'range'>> = {},
): Flag {
  return { name, type, summary, ...more }
}
