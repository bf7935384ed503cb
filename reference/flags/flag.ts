/** Names of types in the flag tables of the documents. */
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

/** Documented flag, without its dashes. */
export interface Flag<Name extends string = string> {
  readonly name: Name
  readonly type: FlagType
  /** Documented default as the help shows it; undefined if the document specifies none. */
  readonly default?: string | undefined
  /** Purpose of the flag in a few words. */
  readonly summary: string
  readonly short?: string | undefined
  /** Advice of the document, which is appended to the help of the flag. */
  readonly advice?: string | undefined
  /** Legal values (or list elements). */
  readonly oneOf?: readonly string[] | undefined
  /** Smallest and largest legal number. */
  readonly range?: readonly [min: number, max: number] | undefined
  /** Text of the help for a flag that the documents call deprecated. */
  readonly deprecated?: string | undefined
  /** Returns the lines of the help entry below the summary. */
  readonly details?: (() => readonly string[]) | undefined
}

/** Creates a flag. A flag for which the documents show the default `-` has no default. */
export function flag<const Name extends string>(
  name: Name,
  type: FlagType,
  summary: string,
  options: Partial<
    Pick<Flag, 'default' | 'short' | 'advice' | 'oneOf' | 'range' | 'deprecated' | 'details'>
  > = {},
): Flag<Name> {
  return { name, type, summary, ...options }
}
