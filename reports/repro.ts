import type { HeaderEvent } from '#harness/header.ts'
import { lastFailedCommand, reproCommand as reproOf, defaultInvocation } from '#harness/repro/command.ts'

export { quoted } from '#harness/shell.ts'

/** Returns the command line that runs one check of a run again. */
export function reproCommand(
  { tool, seed, invocation = defaultInvocation }: HeaderEvent,
  checkId: string,
): string {
  return reproOf({ tool: tool.name, invocation, seed }, checkId)
}

/** Returns the command line that runs the failed checks of a run again. */
export function rerunCommand({ tool, seed, invocation = defaultInvocation }: HeaderEvent): string {
  return lastFailedCommand({ tool: tool.name, invocation, seed })
}

/** Returns the output directory of a run. */
export function outDirOf({ invocation = defaultInvocation }: HeaderEvent): string {
  return invocation.out
}
