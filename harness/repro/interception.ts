import type { Launch } from '../events.ts'
import type { Interception } from '../launch/interception.ts'
import type { RunSettings } from '../target/settings.ts'
import { startedInstead } from './by-hand.ts'
import { applyCuts } from './cuts.ts'

/** What a check has made of the starts of its programs: somebody who looks into it may start them, or leave something out. */
export function interceptionOf(
  { repro }: RunSettings,
  check: string,
  came: (launch: Launch) => void,
): Interception {
  return {
    came,
    reduced: (command, directory) =>
      repro === undefined || repro.cuts.length === 0 ? command : applyCuts(repro.cuts, directory, command),
    instead: async (planned) =>
      repro?.check === check ? await startedInstead(repro, planned) : planned.command,
  }
}
