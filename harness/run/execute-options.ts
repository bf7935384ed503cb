import type { LoadedBaseline } from '../baseline/load.ts'
import type { ExcludedRule, Rule } from '../catalogue.ts'
import type { Selection } from '../engine/plan.ts'
import type { RunEvent } from '../events.ts'
import type { EvidenceKept, HeaderEvent, Invocation } from '../header.ts'
import type { Profile } from '../profiles.ts'
import type { Writer } from './out-directory.ts'
import type { LiveView, Product } from './product.ts'

/** What became of a run. */
export interface Ran {
  readonly events: readonly RunEvent[]
  readonly interrupted: boolean
  /** What an earlier run left, which may still have to be removed. */
  readonly earlier?: string
}

/** Who looks on while a run goes on, and what is done with its events before others may use its directory. */
export interface Observers {
  /** Shows that there will be something to look at. */
  readonly preparing?: () => { end(): void }
  readonly live: (header: HeaderEvent) => LiveView
  readonly write?: (events: readonly RunEvent[]) => Promise<void>
}

/** What the checks of a run are chosen by, and how they run. */
export interface ExecuteOptions extends Pick<Selection, 'only' | 'grep'> {
  readonly profile?: readonly Profile[]
  readonly shard?: Selection['shard']
  readonly out: string
  readonly jobs?: number
  /** After so many failures it stops. */
  readonly maxFailures?: number
  readonly seed: number
  readonly generate?: number
  readonly thorough: boolean
  /** Of which checks evidence is kept; default `all`. */
  readonly evidence?: EvidenceKept
  /** The failures that are known. */
  readonly known?: LoadedBaseline
  /** Only these checks run, as far as they still exist. */
  readonly again?: readonly string[]
  /** The output directory of the run before it, if not its own. */
  readonly after?: string
  /** Whether each program must come up once before anything is judged. */
  readonly startsFirst?: true
  /** Whether nothing is judged twice: where only the wiring is looked at. */
  readonly judgesOnce?: true
}

/** What a run needs beside its options. */
export interface Scope {
  readonly product: Product
  readonly argv: readonly string[]
  /** Whose results these are; default `run`. */
  readonly writer?: Writer
  /** What that says of how it judges. */
  readonly invocation: Invocation
  /** Which rules belong to the command. */
  readonly within: (rule: Rule | ExcludedRule) => boolean
}

/** What was asked for, of all that there is. */
export function selectionOf({
  only: globs,
  grep,
  again,
  profile,
  shard,
}: ExecuteOptions): HeaderEvent['selection'] {
  const only = again ?? globs
  return {
    ...(only && { only }),
    ...(grep && { grep }),
    ...(profile && { profiles: profile }),
    ...(shard && { shard }),
  }
}
