import type { RunEvent } from './events.ts'

/** Context of a reporter before the first event. */
export interface ReporterContext {
  /** Output directory of the run, as the command line names it. */
  readonly outDir: string
}

/** Receives the events of a run in order, and reports them. */
export interface Reporter {
  /** Receives each event: the header first, attempts and checks as they end, the footer last. */
  event?(event: RunEvent): void
  /**
   * Called when the run is over and its files are written. Without a footer, the run was interrupted.
   * @returns text for standard output, if any
   */
  end?(): string | void | Promise<string | void>
}

/**
 * Makes a reporter. A module for `--reporter` exports such a function as its default.
 * @example
 * ```ts
 * import type { MakeReporter } from 'orch-conformance/results'
 *
 * const failures: MakeReporter = () => {
 *   const ids: string[] = []
 *   return {
 *     event: (event) => {
 *       if (event.type === 'check' && event.verdict === 'broken') ids.push(event.id)
 *     },
 *     end: () => ids.map((id) => `${id}\n`).join(''),
 *   }
 * }
 * export default failures
 * ```
 */
export type MakeReporter = (context: ReporterContext) => Reporter | Promise<Reporter>
