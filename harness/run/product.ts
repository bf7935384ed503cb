import type { RunEvent } from '../events.ts'
import type { HeaderEvent } from '../header.ts'
import type { ListedRule } from '../catalogue.ts'
import type { FirstStarts } from '../launch/first-start.ts'
import type { Constraint } from '../constraints.ts'
import type { Place } from '../outline.ts'
import type { ServeControl, StandAlonePeer } from '../peer.ts'
import type { References } from '../target/find.ts'

/** What the commands need of the later layers; the program's entry puts it together. */
export interface Product {
  readonly name: string
  readonly version: string
  /** The package's root directory. */
  readonly root: string
  /** The folder of the compiled suites. */
  readonly suitesDir: string
  /** A compiled module that nearly every suite loads, where there is one. */
  readonly commonSuite?: string
  /** Everything that the documents say, to tell what no rule judges. */
  readonly outline: () => readonly Place[]
  /** What the documents state about two of these rows or sentences at once. */
  readonly constraints: () => Promise<readonly Constraint[]>
  /** The bundled reference programs. */
  readonly references: References
  readonly peers: () => Promise<readonly StandAlonePeer[]>
  /** What controls running peers over HTTP. */
  readonly serveControl?: () => Promise<ServeControl>
  readonly reports: () => Promise<Reports>
  /** How programs are started once before any judging. */
  readonly firstStarts?: () => Promise<FirstStarts>
}

/** What the commands need of the reports. */
export interface Reports {
  /** Writes every report of a run beside its `events.jsonl`. */
  write(outDir: string, events: readonly RunEvent[]): Promise<void>
  /** Shows that a run is being prepared, until its view takes over or `end` is called. */
  preparing(stream: NodeJS.WriteStream): { end(): void }
  /** A view of a run while it goes on, for people. */
  live(header: HeaderEvent, stream: NodeJS.WriteStream): LiveView
  /** Reads a finished run's event stream from its output directory. */
  read(outDir: string): Promise<readonly RunEvent[]>
  /** How the second run differs from the first, and whether anything of that is worse. */
  compare(
    before: StoredRun,
    after: StoredRun,
    format: ReportFormat,
  ): Promise<{ readonly text: string; readonly isWorse: boolean }>
  /** What changed over several runs, whichever order they are given in, and whether the last is worse than the one before. */
  trend(
    runs: readonly StoredRun[],
    format: ReportFormat,
  ): Promise<{ readonly text: string; readonly isWorse: boolean }>
  /** Writes runs side by side, rule by rule, as a page that opens from disk and as JSON; gives the path of the page. */
  matrix(out: string, runs: readonly (readonly RunEvent[])[]): Promise<string>
  /**
   * Puts the shards of one run together.
   * @param out where the whole is going to lie, as the user typed it
   */
  merge(shards: readonly StoredRun[], out: string): Promise<readonly RunEvent[]>
  /** A finished run as text on standard output; `outDir` is where it lies now, as the user typed it. */
  render(format: ReportFormat, events: readonly RunEvent[], outDir?: string): Promise<string>
  /** Rules as pages of Markdown, one per section of the documents, with the results of a run. */
  pages(
    rules: readonly ListedRule[],
    events: readonly RunEvent[],
    constraints: readonly Constraint[],
  ): Promise<readonly { readonly name: string; readonly text: string }[]>
  certificates(): Promise<Certificates>
  /** Sends a run to a collector of traces; what went wrong, for people, nothing where all arrived. */
  trace(outDir: string, events: readonly RunEvent[], url: string): Promise<string | undefined>
}

/** A finished run where it lies. */
export interface StoredRun {
  /** Its output directory, as the user typed it. */
  readonly path: string
  readonly events: readonly RunEvent[]
}

/** What the commands need of certificates. */
export interface Certificates {
  /** Reads a private key, or makes one and keeps it in the file. */
  key(path: string, make: boolean): unknown
  /** Certifies a finished run; every reason against that is an error of the code `nothing-selected`. */
  issue(options: {
    /** The output directory of the run. */
    readonly bundle: string
    readonly events: readonly RunEvent[]
    readonly key: unknown
    readonly validDays: number
    /** Path of a list of exclusions. */
    readonly exclusions?: string
  }): Promise<{ readonly signedBy: string; readonly digest: string; readonly isAttested: boolean }>
  /** Writes the folder that the conformance programs of the CNCF take; gives the names of its files. */
  exportCncf(directory: string, bundle: string, events: readonly RunEvent[]): readonly string[]
  /** Judges a bundle by its own files; everything that does not fit is named. */
  verify(
    bundle: string,
    trust: {
      readonly now: Date
      readonly keys?: readonly string[]
      /** Paths of lists. */
      readonly revoked?: string
      readonly exclusions?: string
      /** An earlier bundle to compare with. */
      readonly against?: string
    },
  ): Promise<{
    readonly problems: readonly string[]
    /** How it differs from the earlier one, a line each. */
    readonly differences?: readonly string[]
    /** What it is about, in a line. */
    readonly summary?: string
    readonly signedBy?: string
    readonly digest?: string
  }>
  /** A form that disputes a check of a run, as Markdown. */
  challenge(run: string, events: readonly RunEvent[], check: string): string
}

/** A run as people see it while it goes on. */
export interface LiveView {
  event(event: RunEvent): void
  end(): void
}

/** What `--format` takes. */
export const formats = ['pretty', 'json', 'markdown', 'github', 'ctrf'] as const
/** How a finished run is written to standard output. */
export type Format = (typeof formats)[number]

/** What `--format` of a finished run takes. */
export const reportFormats = [...formats, 'text', 'html', 'badge', 'junit'] as const
/** What `--format` of several runs takes: those that show differences. */
export const comparisonFormats = reportFormats.filter((one) => one !== 'ctrf' && one !== 'junit')
/** How a finished run, or how two of them differ, is written to standard output. */
export type ReportFormat = (typeof reportFormats)[number]
