import type { NamedCases } from '#kit'
import type { Flags } from '#kit/launch.ts'

/** Flags that may be combined, or not. */
export interface FlagSet {
  readonly id: string
  readonly flag: `--${string}`
  readonly aspect?: string
  readonly says: string
  readonly accepted: Flags
  readonly refused: NamedCases<{
    readonly flags: Flags
    readonly fault: string | readonly string[]
    readonly about: string
  }>
}
