import type { TimelineEntry } from '#harness/events.ts'
import type { DisplayedVerdict } from '../displayed-verdict.ts'

/** Data of the page in addition to its markup, as JSON. The checks of a rule are drawn once it is opened. */
export interface PageData {
  /** Rules in the order of the page. */
  readonly rules: readonly PageRule[]
  /** Failures in the order of their list, as indexes into all checks. */
  readonly failures: readonly number[]
}

/** Checks of one rule. */
export interface PageRule {
  readonly id: string
  /** Script next to the page, with the details that the page itself does not contain. */
  readonly script: string
  readonly checks: readonly PageCheck[]
}

/** Data of the line of a check. */
export interface PageCheck {
  /** Omitted when the id follows from the rule and the title. */
  readonly id?: string
  readonly title: string
  /** Omitted for a held check. */
  readonly shown?: DisplayedVerdict
  /** True if the page lists the check among the failures. */
  readonly red?: true
  /** Duration of a check that ran. */
  readonly ms?: number
  /** True for a listed failure that now passes. */
  readonly stale?: true
  /** Result of a check that needs attention. The results of the other checks are in external scripts. */
  readonly detail?: Detail
  /** True if no external script has data of the check. */
  readonly isSelfContained?: true
}

/** Result of a check, with its values as texts. */
export interface Detail {
  readonly reason?: string
  readonly known?: { readonly reason: string; readonly link?: string }
  readonly values?: { readonly expected: string; readonly actual: string }
  /** Results of two attempts. */
  readonly attempts?: string
  /** Id of the control check. */
  readonly twin?: string
  readonly assertions: readonly ComparedValues[]
  readonly observations: readonly { readonly what: string; readonly value: string }[]
  readonly launches?: string
  /** Source line of the declaration, with the table row if the rule is made from a table. */
  readonly declared?: string
  /** Command that runs the check again. */
  readonly repro: string
}

/** One assertion, with its values as texts. */
export interface ComparedValues {
  readonly matcher: string
  readonly expected: string
  readonly actual: string
  readonly passed: boolean
}

/** Content of a script next to the page: the evidence of each check, and the texts that checks show. */
export interface DataScriptContent {
  readonly checks: Readonly<Record<string, ScriptedCheck>>
  readonly texts: readonly string[]
}

/** Evidence of a check. */
export interface ScriptedCheck {
  /** Omitted when the page itself contains the result. */
  readonly detail?: Detail
  /** Origin of the axis: the start of the check. */
  readonly originMs: number
  readonly timeline: readonly TimelineEntry[]
  /** Number of omitted entries. */
  readonly omittedCount: number
  readonly files: readonly ScriptedFile[]
  /** Path relative to the page. */
  readonly folder: string
}

/** Evidence file of a check. Its text may be in a different script if a second check also shows it. */
export interface ScriptedFile {
  readonly name: string
  readonly kind: 'configuration' | 'output'
  /** Number of lines. */
  readonly lines: number
  /** Script that contains the text. */
  readonly script: string
  /** Index of the text in `texts` of the script. */
  readonly text: number
}
