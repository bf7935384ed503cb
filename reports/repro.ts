import type { HeaderEvent } from '#harness/events.ts'
import { reproCommand as reproOf } from '#harness/repro.ts'

export { quoted } from '#harness/repro.ts'

/** The command line that runs one check of a run again. */
export function reproCommand(header: HeaderEvent, checkId: string): string {
  return reproOf({ tool: header.tool.name, argv: header.argv, seed: header.seed }, checkId)
}

/** The output directory that a run was told to use. */
export function outDirOf(header: HeaderEvent): string {
  const joined = header.argv.find((argument) => argument.startsWith('--out='))
  if (joined !== undefined) return joined.slice('--out='.length)
  const index = header.argv.indexOf('--out')
  return (index === -1 ? undefined : header.argv[index + 1]) ?? 'out'
}
