import type { FlagValues } from '../../flags/flag-values.ts'
import { Refusal } from '../../flags/refusal.ts'
import { fault, freedom } from '../../quirks/quirks.ts'
import type { Gates } from '../../flags/gates.ts'
import { authorizationFlagsExcludedByFile } from './permission.ts'

/** Checks the combination of the `--authorization-*` flags. Throws a Refusal. */
export function checkAuthorizationFlags(flags: FlagValues, gates: Gates): void {
  const modes = flags.isSet('authorization-config') ? [] : flags.strings('authorization-mode')
  if (flags.isSet('authorization-config')) checkFile(flags, gates)
  const version = flags.string('authorization-webhook-version') ?? ''
  if (!['v1', 'v1beta1'].includes(version) && !fault('authorization-webhook-version-unchecked')) {
    throw new Refusal('--authorization-webhook-version: must be v1 or v1beta1')
  }
  if (modes.length > 1 && modes[0] === 'AlwaysDeny' && fault('authorization-modes-in-one-order-only'))
    throw new Refusal('--authorization-mode: AlwaysDeny must not stand first')
  checkModeFile(flags, modes, 'ABAC', 'authorization-policy-file')
  checkModeFile(flags, modes, 'Webhook', 'authorization-webhook-config-file')
  if (modes.length !== new Set(modes).size && !freedom('repeated-modes-accepted')) {
    throw new Refusal('--authorization-mode: names a mode twice')
  }
}

function checkFile(flags: FlagValues, gates: Gates): void {
  const gate = 'StructuredAuthorizationConfiguration'
  if (!gates(gate, true) && !fault('authorization-gate-ignored')) {
    throw new Refusal(`--authorization-config: needs the feature gate ${gate}`)
  }
  for (const name of authorizationFlagsExcludedByFile) {
    if (!flags.isSet(name) || fault(`${name}-beside-file-accepted`)) continue
    throw new Refusal(`--authorization-config and --${name} exclude each other`)
  }
  if (flags.isSet('authorization-policy-file') && fault('policy-file-beside-file-refused')) {
    throw new Refusal('--authorization-config and --authorization-policy-file exclude each other')
  }
}

/** Checks that a mode has its file. The documents do not specify whether a file is permitted without its mode. */
function checkModeFile(flags: FlagValues, modes: readonly string[], mode: string, file: string): void {
  const isFileSet = flags.string(file) !== undefined
  if (modes.includes(mode) && !isFileSet) throw new Refusal(`--${file}: required for mode ${mode}`)
  const isFileUnused = isFileSet && !modes.includes(mode) && !flags.isSet('authorization-config')
  if (isFileUnused && freedom('files-of-unused-modes-refused')) {
    throw new Refusal(`--${file}: mode ${mode} is not on`)
  }
}
