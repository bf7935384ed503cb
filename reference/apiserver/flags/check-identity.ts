import type { FlagValues } from '../../flags/flag-values.ts'
import { Refusal } from '../../flags/refusal.ts'
import type { AuthenticationConfig } from '../config/authentication/fields.ts'
import { fault, freedom } from '../../quirks/quirks.ts'
import type { Gates } from '../../flags/gates.ts'
import { oidcFlags } from './identity.ts'

/**
 * Checks the combination of the `--oidc-*` flags, and whether the authentication file is permitted. Throws a Refusal.
 */
export function checkIdentityFlags(flags: FlagValues, gates: Gates): void {
  const issuer = flags.string('oidc-issuer-url')
  if (issuer !== undefined) {
    if (!issuer.startsWith('https://') && !fault('oidc-http-issuer-accepted')) {
      throw new Refusal('--oidc-issuer-url: must start with https://')
    }
    if (flags.string('oidc-client-id') === undefined && !fault('oidc-client-id-not-required')) {
      throw new Refusal('--oidc-client-id: required beside --oidc-issuer-url')
    }
  } else if (oidcFlags.some((name) => flags.isSet(name)) && freedom('oidc-flags-need-issuer')) {
    throw new Refusal('--oidc-issuer-url: required beside other --oidc-* flags')
  }
  const gate = 'StructuredAuthenticationConfiguration'
  const isGateClosed = flags.isSet('authentication-config') && !gates(gate, true)
  if (isGateClosed && !fault('authentication-gate-ignored')) {
    throw new Refusal(`--authentication-config: needs the feature gate ${gate}`)
  }
}

/** Checks that flags and the authentication file do not configure the same. Throws a Refusal. */
export function checkIdentityExclusions(flags: FlagValues, file: AuthenticationConfig): void {
  const givenFlags = oidcFlags.filter((name) => flags.isSet(name))
  for (const name of givenFlags) {
    const hasBothSources = file.jwt !== undefined && file.jwt.length > 0
    const isAccepted = hasBothSources
      ? (name !== 'oidc-issuer-url' && fault(`${name}-beside-file-accepted`)) ||
        fault('oidc-flags-beside-file-accepted')
      : !fault('oidc-flags-beside-anonymous-file-refused')
    if (!isAccepted)
      throw new Refusal(`--${name} and the jwt member of --authentication-config exclude each other`)
  }
  if (!flags.isSet('anonymous-auth')) return
  const exclusionMessage =
    '--anonymous-auth and the anonymous member of --authentication-config exclude each other'
  if (file.anonymous === undefined) {
    if (fault('anonymous-flag-beside-jwt-file-refused')) throw new Refusal(exclusionMessage)
    return
  }
  const isDefaultValue = flags.bool('anonymous-auth')
  if (isDefaultValue && fault('anonymous-flag-at-default-beside-file-accepted')) return
  if (!isDefaultValue && fault('anonymous-flag-false-beside-file-accepted')) return
  throw new Refusal(exclusionMessage)
}
