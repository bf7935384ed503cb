import type { AgentSpec } from '../../../shared/node-agent.ts'
import type { Flags, FlagValue } from '#harness/launch/flags.ts'

/** A flag of the node agent that takes the documented values only. */
export interface AgentValues {
  readonly flag: `--${string}`
  /** What is legal, in words. */
  readonly says: string
  readonly legal: readonly FlagValue[]
  /** Values that are none of these, by the words that complete "refuses". */
  readonly wrong: Readonly<Record<string, FlagValue>>
  /** Flags beside it without which it would be refused for another reason. */
  readonly beside?: Flags
  /** What is not waited for, because the flag moves it. */
  readonly opens?: AgentSpec['opens']
  /** What a refusal's text speaks of, when that is not the flag. */
  readonly about?: string
}
