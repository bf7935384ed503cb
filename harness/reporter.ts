import type { RunEvent } from './events.ts'

/** What a reporter knows before the first event. */
export interface ReporterContext {
  /** The output directory of the run, as the command line names it. */
  readonly outDir: string
}

/** Takes the events of a run in their order, and makes something of them. */
export interface Reporter {
  /** Receives each event as it comes: the header first, attempts and checks as they end, the footer last. */
  event?(event: RunEvent): void
  /**
   * The run is over, and its files are written. If there was no footer, it was interrupted.
   * @returns what goes to standard output, if anything does
   */
  end?(): string | void | Promise<string | void>
}

/**
 * Makes a reporter; a module for `--reporter` exports it as its default.
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
