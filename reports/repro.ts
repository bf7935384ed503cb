import type { HeaderEvent } from '#harness/events.ts'
import { outOf, reproCommand as reproOf } from '#harness/repro.ts'

export { quoted } from '#harness/repro.ts'

/** The command line that runs one check of a run again. */
export function reproCommand(header: HeaderEvent, checkId: string): string {
  return reproOf({ tool: header.tool.name, argv: header.argv, seed: header.seed }, checkId)
}

/** The output directory that a run was told to use. */
export function outDirOf(header: HeaderEvent): string {
  return outOf(header.argv)
}
