import type { Launch } from '../events.ts'
import type { Interception } from '../launch/interception.ts'
import type { RunSettings } from '../target/settings.ts'
import { startManually } from './manual-start.ts'
import { applyCuts } from './cuts.ts'

/**
 * Returns the interception of a check's program starts: a user who examines the check may start the programs, or omit
 * parts of their configuration.
 */
export function interceptionOf(
  { repro }: RunSettings,
  check: string,
  onResult: (launch: Launch) => void,
): Interception {
  return {
    onResult,
    reduceArguments: (command, directory) =>
      repro === undefined || repro.cuts.length === 0 ? command : applyCuts(repro.cuts, directory, command),
    replaceCommand: async (planned) =>
      repro?.check === check ? await startManually(repro, planned) : planned.command,
  }
}
