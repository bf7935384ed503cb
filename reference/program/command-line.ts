import { helpText } from '../flags/help.ts'
import { isSwitchedOn, parseFlags } from '../flags/parse.ts'
import { fault } from '../quirks/quirks.ts'
import type { Program } from './program.ts'

/** Version that the build reports by default. */
const ownVersion = 'v1.0.0'

/** Prints the help or the version, or starts the program. Throws a Refusal. */
export async function commandLine(
  program: Program,
  argv: readonly string[],
  log: (line: string) => void,
): Promise<void> {
  const flags = parseFlags(argv, program.flags)
  if (isSwitchedOn(flags, 'help')) {
    process.stdout.write(helpText(program.name, program.flags))
    if (!fault('help-goes-on')) return
  }
  const version = flags.isSet('version') ? (flags.string('version') ?? '') : ''
  if (version === 'raw' || version === 'true') {
    if (!fault('version-not-printed')) process.stdout.write(`${program.name} ${ownVersion}\n`)
    if (!fault('version-goes-on')) return
  }
  const reportedVersion = version.startsWith('v') && !fault('version-override-ignored') ? version : ownVersion
  await program.start({ flags, ownVersion, version: reportedVersion, say: log })
}
