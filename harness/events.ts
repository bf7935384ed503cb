import type { Plan } from './catalogue.ts'
import type { Verdict } from './verdict.ts'

/** The first line of `events.jsonl`. */
export interface HeaderEvent {
  readonly type: 'header'
  readonly schemaVersion: 1
  readonly tool: { readonly name: string; readonly version: string }
  readonly target: TargetSummary
  /** ISO 8601, UTC. */
  readonly startedAt: string
  readonly seed: number
  readonly jobs: number
  /** SHA-256 over the files of the suites, in hexadecimal. */
  readonly suiteDigest: string
  /** The arguments of the command line, for the repro commands. */
  readonly argv: readonly string[]
  readonly plan: Plan
}

export interface TargetSummary {
  readonly name: string
  readonly dialect: string
  readonly programs: readonly {
    readonly role: string
    readonly command: readonly string[]
    readonly version?: string
  }[]
}

/** One per planned check, in the order in which they ended. */
export interface CheckEvent {
  readonly type: 'check'
  readonly id: string
  readonly rule: string
  readonly verdict: Verdict
  readonly startedAtMs: number
  readonly durationMs: number
  /** Why the verdict is not `held`: one or more lines for people. */
  readonly reason?: string
  readonly expected?: unknown
  readonly actual?: unknown
  /** What each assertion of the check saw, oldest first. */
  readonly assertions: readonly Assertion[]
  readonly observations: readonly Observation[]
  /** The programs that it started, also those that later checks share. */
  readonly launches: readonly Launch[]
  readonly twin?: string
  /** The check's evidence folder, relative to the output directory. */
  readonly evidence?: string
  /** Set when the verdict is `known-failing`, or stale because the check passes now. */
  readonly known?: { readonly reason: string; readonly link?: string; readonly passes: boolean }
}

/** One start of a program under test. */
export interface Launch {
  readonly outcome: 'ready' | 'refused' | 'hung' | 'ran'
  /** From the start to that outcome, in milliseconds. */
  readonly durationMs: number
}

export interface Assertion {
  /** The matcher's name: `toEqual`. */
  readonly matcher: string
  readonly expected: unknown
  readonly actual: unknown
  readonly passed: boolean
}

/** What an implementation does where the documents leave it open. */
export interface Observation {
  readonly what: string
  readonly value: unknown
}

/** The last line; an interrupted or killed run has none. */
export interface FooterEvent {
  readonly type: 'footer'
  readonly finishedAt: string
  readonly totals: Readonly<Partial<Record<Verdict, number>>>
  readonly planned: number
  readonly reported: number
  /** What went wrong outside any check, one line each. */
  readonly errors: readonly string[]
}

export type RunEvent = HeaderEvent | CheckEvent | FooterEvent

/** One line of a check's `timeline.json`. */
export interface TimelineEntry {
  readonly atMs: number
  /** Who: `harness`, `apiserver`, or a peer's role. */
  readonly source: string
  readonly kind: 'asked' | 'request' | 'output' | 'signal' | 'start' | 'exit' | 'write' | 'note'
  readonly what: string
  /** For things that last: when it ended. */
  readonly untilMs?: number
  readonly data?: unknown
}
