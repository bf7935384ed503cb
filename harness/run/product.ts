import type { RunEvent } from '../events.ts'
import type { HeaderEvent } from '../header.ts'
import type { ListedRule } from '../catalogue.ts'
import type { FirstStarts } from '../launch/first-start.ts'
import type { Constraint } from '../constraints.ts'
import type { DocumentPart } from '../outline.ts'
import type { TriageEntry } from '../collect/schema.ts'
import type { Situation } from '../situations/kinds.ts'
import type { ServeControl, StandAlonePeer } from '../peer.ts'
import type { StandardSet } from '../standard/sets.ts'
import type { References } from '../target/find.ts'

/** Dependencies of the commands on the later layers; the program's entry assembles them. */
export interface Product {
  readonly name: string
  readonly version: string
  /** The package's root directory. */
  readonly root: string
  /** Folder of the compiled suites. */
  readonly suitesDir: string
  /** Compiled module that nearly every suite loads, if there is one. */
  readonly commonSuite?: string
  /** All content of the documents, to find rows without a rule. */
  readonly outline: () => readonly DocumentPart[]
  /** Constraints that the documents state about two of these rows or sentences together. */
  readonly constraints: () => Promise<readonly Constraint[]>
  /** Returns the frozen sets of the standard, the oldest first. */
  readonly sets?: () => readonly StandardSet[]
  /** Kinds of situations at these rows, with the checks that try them. */
  readonly situations: () => Promise<readonly Situation[]>
  /** Bundled reference programs. */
  readonly references: References
  readonly peers: () => Promise<readonly StandAlonePeer[]>
  /** Server that controls running peers over HTTP. */
  readonly serveControl?: () => Promise<ServeControl>
  readonly reports: () => Promise<Reports>
  /** First starts of programs before any check. */
  readonly firstStarts?: () => Promise<FirstStarts>
}

/** Dependencies of the commands on the reports. */
export interface Reports {
  /** Writes every report of a run next to its `events.jsonl`. */
  write(outDir: string, events: readonly RunEvent[]): Promise<void>
  /** Shows that a run is being prepared, until its view takes over or `end` is called. */
  preparing(stream: NodeJS.WriteStream): { end(): void }
  /** Returns a live view of a run, for people. */
  live(header: HeaderEvent, stream: NodeJS.WriteStream): ConsoleView
  /** Reads a finished run's event stream from its output directory. */
  read(outDir: string): Promise<readonly RunEvent[]>
  /** Returns the differences of the second run from the first, and whether any difference is worse. */
  compare(
    before: StoredRun,
    after: StoredRun,
    format: ReportFormat,
  ): Promise<{ readonly text: string; readonly isWorse: boolean }>
  /**
   * Returns the changes over several runs, given in any order, and whether the last run is worse than the previous one.
   */
  trend(
    runs: readonly StoredRun[],
    format: ReportFormat,
  ): Promise<{ readonly text: string; readonly isWorse: boolean }>
  /**
   * Writes runs side by side, rule by rule, as a page that opens from disk and as JSON; returns the path of the page.
   */
  matrix(out: string, runs: readonly (readonly RunEvent[])[]): Promise<string>
  /** Writes the matrix of the latest results of implementations, with their histories and a badge for each. */
  collect(
    out: string,
    collected: Collected,
  ): Promise<{
    /** Path of the page. */
    readonly page: string
    /** Locations of triage entries whose rule has no failure, with the reason. */
    readonly stale: readonly string[]
  }>
  /**
   * Merges the shards of one run.
   * @param out the directory of the merged run, as the user typed it
   */
  merge(shards: readonly StoredRun[], out: string): Promise<readonly RunEvent[]>
  /** Returns a finished run as text for standard output; `outDir` is its present directory, as the user typed it. */
  render(format: ReportFormat, events: readonly RunEvent[], outDir?: string): Promise<string>
  /** Returns rules as pages of Markdown, one per section of the documents, with the results of a run. */
  pages(
    rules: readonly ListedRule[],
    events: readonly RunEvent[],
    constraints: readonly Constraint[],
    places: readonly DocumentPart[],
  ): Promise<readonly { readonly name: string; readonly text: string }[]>
  certificates(): Promise<Certificates>
  /** Computes the verdicts of a run again from its records. */
  rejudge(outDir: string, events: readonly RunEvent[]): Promise<Rejudgement>
  /** Sends a run to a collector of traces; returns the problem, for people, or undefined if all arrived. */
  trace(outDir: string, events: readonly RunEvent[], url: string): Promise<string | undefined>
}

/** Verdicts of a run, computed again from its records. */
export interface Rejudgement {
  /** Ids of the checks whose verdict is a function of the records. */
  readonly judged: readonly string[]
  /** All other checks that were applicable. */
  readonly notJudged: readonly RejudgedCheck[]
  /** Contradictions between records, or between records and verdicts. */
  readonly differences: readonly RejudgedCheck[]
}

/** A check, and a sentence about its verdict. */
export interface RejudgedCheck {
  readonly check: string
  readonly why: string
}

/** A finished run in its directory. */
export interface StoredRun {
  /** Output directory, as the user typed it. */
  readonly path: string
  readonly events: readonly RunEvent[]
}

/** Verified results of implementations. */
export interface Collected {
  readonly implementations: readonly {
    readonly name: string
    readonly results: readonly CollectedResult[]
  }[]
  readonly triage: readonly TriageEntry[]
  /** Results that did not verify, one line each. */
  readonly refused: readonly string[]
}

/** A verified result. */
export interface CollectedResult {
  readonly events: readonly RunEvent[]
  /** Path or URL, as listed. */
  readonly from: string
  /** Thumbprint of the key of its certificate; `undefined` if it was verified by its digest. */
  readonly signedBy: string | undefined
}

/** Dependencies of the commands on certificates. */
export interface Certificates {
  /** Reads a private key, or creates a key and saves it to the file. */
  key(path: string, make: boolean): unknown
  /** Certifies a finished run; every reason against it is an error of the code `nothing-selected`. */
  issue(options: {
    /** Output directory of the run. */
    readonly bundle: string
    readonly events: readonly RunEvent[]
    readonly key: unknown
    readonly validDays: number
    /** Path of a list of exclusions. */
    readonly exclusions?: string
  }): Promise<{ readonly signedBy: string; readonly digest: string; readonly isAttested: boolean }>
  /** Writes the folder that the conformance programs of the CNCF take. Returns the names of the files. */
  exportCncf(directory: string, bundle: string, events: readonly RunEvent[]): readonly string[]
  /** Verifies a bundle by its own files. Returns every inconsistency. */
  verify(
    bundle: string,
    trust: {
      readonly now: Date
      /** Thumbprints of the trusted keys, or paths of their public keys. */
      readonly keys?: readonly string[]
      /** Paths of lists. */
      readonly revoked?: string
      readonly exclusions?: string
      /** An earlier bundle to compare with. */
      readonly against?: string
      /** Paths of the present files, if the bundle is not complete. */
      readonly only?: readonly string[]
    },
  ): Promise<{
    readonly problems: readonly string[]
    /** Differences from the earlier certificate, one line each. */
    readonly differences?: readonly string[]
    /** Subject of the bundle, in a line. */
    readonly summary?: string
    readonly signedBy?: string
    readonly digest?: string
  }>
  /** Returns a form that disputes a check of a run, as Markdown. */
  challenge(run: string, events: readonly RunEvent[], check: string): string
}

/** Live view of a run, for people. */
export interface LiveView {
  event(event: RunEvent): void
  end(): void
}

/** Live view that also shows lines between the events. */
export interface ConsoleView extends LiveView {
  /** Shows a line between the events. */
  note(text: string): void
}

/** Values of `--format`. */
export const formats = ['pretty', 'json', 'markdown', 'github', 'ctrf'] as const
/** Format of a finished run on standard output. */
export type Format = (typeof formats)[number]

/** Values of `--format` for a finished run. */
export const reportFormats = [...formats, 'text', 'html', 'badge', 'junit'] as const
/** Values of `--format` for several runs: the formats that show differences. */
export const comparisonFormats = reportFormats.filter((one) => one !== 'ctrf' && one !== 'junit')
/** Format of a finished run, or of the differences between two runs, on standard output. */
export type ReportFormat = (typeof reportFormats)[number]
