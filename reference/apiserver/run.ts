import { helpText } from '../flags/help.ts'
import { isSwitchedOn, parseFlags } from '../flags/parse.ts'
import type { ServerQuirks } from './faults.ts'
import { checkAuthenticatorFlags } from './flags/check-authenticators.ts'
import { checkAuthorizationFlags } from './flags/check-authorization.ts'
import { checkClusterFlags } from './flags/check-cluster.ts'
import { checkIdentityFlags } from './flags/check-identity.ts'
import { checkLoggingFlags } from './flags/check-logging.ts'
import { featureGates } from './flags/gates.ts'
import { apiServerFlags } from './flags/table.ts'

const ownVersion = 'v1.0.0'

/** Does what a command line asks: prints the help or the version, or serves until it is told to end; throws a Refusal. */
export async function run(
  argv: readonly string[],
  quirks: ServerQuirks,
  say: (line: string) => void,
): Promise<void> {
  const flags = parseFlags(argv, apiServerFlags, quirks)
  if (isSwitchedOn(flags, 'help')) {
    process.stdout.write(helpText('orch-apiserver', apiServerFlags, quirks))
    return
  }
  const version = flags.isSet('version') ? (flags.string('version') ?? '') : ''
  if (version === 'raw' || version === 'true') {
    if (!quirks.fault('version-not-printed')) process.stdout.write(`orch-apiserver ${ownVersion}\n`)
    if (!quirks.fault('version-goes-on')) return
  }
  const reported = version.startsWith('v') && !quirks.fault('version-override-ignored') ? version : ownVersion
  const gates = featureGates(flags)
  checkIdentityFlags(flags, gates, quirks)
  checkAuthenticatorFlags(flags, gates, quirks)
  checkAuthorizationFlags(flags, gates, quirks)
  checkLoggingFlags(flags, gates, quirks)
  checkClusterFlags(flags, ownVersion, quirks)
  const { serve } = await import('./serve.ts')
  await serve(flags, quirks, reported, say)
}
