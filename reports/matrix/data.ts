import type { Level } from '#harness/catalogue.ts'
import type { Shown } from '../shown.ts'

/** Runs of several implementations or versions, rule by rule: what `matrix.json` holds, and the page draws. */
export interface Matrix {
  readonly schemaVersion: 2
  readonly runs: readonly MatrixRun[]
  readonly rules: readonly MatrixRule[]
}

export interface MatrixRun {
  /** Unique among the runs. */
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
  /** Whether the runs that selected it differ in a verdict, a known deviation or an observation. */
  readonly differs: boolean
  /** In the order of the runs: those with the same number agree in the whole of it; null as in `cells`. */
  readonly alike: readonly (number | null)[]
  /** In the order of the runs; null where a run did not select the rule. */
  readonly cells: readonly (MatrixCell | null)[]
}

/** What one implementation does of a rule. */
export interface MatrixCell {
  /** The worst verdict of its checks. */
  readonly shown: Shown
  /** How many of its checks have which verdict. */
  readonly checks: Readonly<Partial<Record<Shown, number>>>
  /** Why checks failed, or are not applicable. */
  readonly reasons?: readonly string[]
  /** Known deviations. */
  readonly known?: readonly { readonly reason: string; readonly link?: string }[]
  readonly observed?: readonly { readonly what: string; readonly value: string }[]
  /** How many more of each there are than the lists above have. */
  readonly more?: Readonly<Partial<Record<'reasons' | 'known' | 'observed', number>>>
}
