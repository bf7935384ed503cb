/** Options of `compare` that compare two targets instead of two runs. */
export interface CompareTargetsOptions {
  /** Number of generated cases per rule. */
  readonly generate: number
  /** The two targets. */
  readonly target?: readonly string[]
  readonly only?: readonly string[]
  readonly seed: number
  readonly out: string
}
