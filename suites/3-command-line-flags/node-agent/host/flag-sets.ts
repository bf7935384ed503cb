import type { NamedCases } from '#kit'
import type { Flags } from '#kit/launch.ts'

/** Combinations of flags that are accepted or refused. */
export interface FlagSet {
  readonly id: string
  readonly flag: `--${string}`
  readonly aspect?: string
  readonly says: string
  readonly acceptedFlags: Flags
  readonly refusedCases: NamedCases<{
    readonly flags: Flags
    readonly fault: string | readonly string[]
    readonly subject: string
  }>
}
