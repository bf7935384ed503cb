import type { Level } from '#harness/catalogue.ts'
import type { DisplayedVerdict } from '../displayed-verdict.ts'

/** Runs of several implementations or versions, rule by rule: content of `matrix.json` and source of the page. */
export interface Matrix {
  readonly schemaVersion: 2
  readonly runs: readonly MatrixRun[]
  readonly rules: readonly MatrixRule[]
  /** Collected results of each implementation, the latest first. */
  readonly history?: readonly { readonly name: string; readonly results: readonly PastResult[] }[]
  /** Collected results that did not verify, with the reasons. */
  readonly refused?: readonly string[]
}

/** Result in the history of an implementation. */
export interface PastResult {
  readonly startedAt: string
  /** Version of the tool. */
  readonly tool: string
  readonly version?: string
  readonly headline: string
  /** Number of checks that are better and worse than in the previous result. */
  readonly better: number
  readonly worse: number
  /** Path or URL of the result. */
  readonly from: string
  /** Thumbprint of the key of its certificate. */
  readonly signedBy?: string
}

export interface MatrixRun {
  /** Unique name among the runs. */
  readonly name: string
  readonly dialect: string
  readonly vendor?: string
  readonly startedAt: string
  readonly headline: string
}

export interface MatrixRule {
  readonly id: string
  readonly level: Level
  readonly says: string
  readonly profile: string
  readonly document: 1 | 2 | 3
  readonly section: string
  readonly rows: string
  /** True if the runs that selected the rule differ in a verdict, a known deviation or an observation. */
  readonly differs: boolean
  /** Class of each run's result: runs with equal results have equal numbers; null as in `cells`. */
  readonly alike: readonly (number | null)[]
  /** In the order of the runs; null if a run did not select the rule. */
  readonly cells: readonly (MatrixCell | null)[]
  /** Addresses of the discussions of failures, by the index of the run. */
  readonly triage?: readonly { readonly run: number; readonly link: string; readonly note?: string }[]
}

/** Result of one implementation for a rule. */
export interface MatrixCell {
  /** Worst verdict of its checks. */
  readonly shown: DisplayedVerdict
  /** Number of its checks per verdict. */
  readonly checks: Readonly<Partial<Record<DisplayedVerdict, number>>>
  /** Reasons for failed or not applicable checks. */
  readonly reasons?: readonly string[]
  /** Known deviations. */
  readonly known?: readonly { readonly reason: string; readonly link?: string }[]
  readonly observed?: readonly { readonly what: string; readonly value: string }[]
  /** Number of further items that the lists above omit. */
  readonly more?: Readonly<Partial<Record<'reasons' | 'known' | 'observed', number>>>
}
