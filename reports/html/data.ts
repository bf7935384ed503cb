import type { TimelineEntry } from '#harness/events.ts'
import type { Shown } from '../shown.ts'

/** What the page holds beside its markup, as JSON: it draws the checks of a rule once that is opened. */
export interface PageData {
  /** In the order of the page. */
  readonly rules: readonly PageRule[]
  /** The failures in the order of their list, as places in the order of all checks. */
  readonly failures: readonly number[]
}

/** The checks of one rule. */
export interface PageRule {
  readonly id: string
  /** The script beside the page that holds the rest of them. */
  readonly beside: string
  readonly checks: readonly PageCheck[]
}

/** One check as far as a line tells it. */
export interface PageCheck {
  /** Where it does not follow from rule and title. */
  readonly id?: string
  readonly title: string
  /** Left out where it held. */
  readonly shown?: Shown
  /** Whether it leaves the run red. */
  readonly red?: true
  /** Of a check that ran. */
  readonly ms?: number
  /** A listed failure that passes now. */
  readonly stale?: true
  /** What a check that needs a look came to; of the others it lies beside the page. */
  readonly detail?: Detail
  /** Whether nothing of it lies beside the page. */
  readonly alone?: true
}

/** What a check came to, with its values as texts. */
export interface Detail {
  readonly reason?: string
  readonly known?: { readonly reason: string; readonly link?: string }
  readonly values?: { readonly expected: string; readonly actual: string }
  /** What two attempts came to. */
  readonly attempts?: string
  /** The id of the check that it counts on. */
  readonly twin?: string
  readonly assertions: readonly Compared[]
  readonly observations: readonly { readonly what: string; readonly value: string }[]
  readonly launches?: string
  /** The source line that declares it, with the row of the table if its rule is made from one. */
  readonly declared?: string
  /** The command that runs it again. */
  readonly repro: string
}

/** One assertion, with its values as texts. */
export interface Compared {
  readonly matcher: string
  readonly expected: string
  readonly actual: string
  readonly passed: boolean
}

/** What a script beside the page holds: of each check what it left behind, and the texts that checks show. */
export interface Beside {
  readonly checks: Readonly<Record<string, BesideCheck>>
  readonly texts: readonly string[]
}

/** What a check left behind. */
export interface BesideCheck {
  /** Where the page does not hold it itself. */
  readonly detail?: Detail
  /** The moment that counts as zero: when the check began. */
  readonly originMs: number
  readonly timeline: readonly TimelineEntry[]
  /** How many entries were left out. */
  readonly left: number
  readonly files: readonly BesideFile[]
  /** Relative to the page. */
  readonly folder: string
}

/** A file that a check left behind; its text may lie in another script, where another check shows it too. */
export interface BesideFile {
  readonly name: string
  readonly kind: 'configuration' | 'output'
  readonly lines: number
  readonly beside: string
  readonly text: number
}
