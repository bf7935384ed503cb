import type { FlagValues } from '../../flags/flag-values.ts'
import { Refusal } from '../../flags/refusal.ts'
import { fault, freedom } from '../../quirks/quirks.ts'
import type { Gates } from '../../flags/gates.ts'

/** Checks the combination of the flags for front proxies, the token webhook and service accounts. Throws a Refusal. */
export function checkAuthenticatorFlags(flags: FlagValues, gates: Gates): void {
  const uidGate = 'RemoteRequestHeaderUID'
  const readsUid = flags.strings('requestheader-uid-headers').length > 0
  const isGateInverted = readsUid && flags.isSet('feature-gates') && fault('requestheader-uid-gate-inverted')
  const isUidDisabled = readsUid && gates(uidGate, true) === isGateInverted
  if (isUidDisabled && !fault('requestheader-uid-gate-ignored')) {
    throw new Refusal(`--requestheader-uid-headers: needs the feature ${uidGate}`)
  }
  const version = flags.string('authentication-token-webhook-version') ?? ''
  if (!['v1', 'v1beta1'].includes(version) && !fault('token-webhook-version-unchecked')) {
    throw new Refusal('--authentication-token-webhook-version: must be v1 or v1beta1')
  }
  checkServiceAccounts(flags, gates)
}

function checkServiceAccounts(flags: FlagValues, gates: Gates): void {
  const hasEndpoint = flags.string('service-account-signing-endpoint') !== undefined
  const hasSigningKey = flags.string('service-account-signing-key-file') !== undefined
  const hasVerificationKeys = flags.strings('service-account-key-file').length > 0
  const exclusionError = (file: string) =>
    new Refusal(`--service-account-signing-endpoint and --${file} exclude each other`)
  if (hasEndpoint && hasSigningKey && !fault('signing-key-beside-signing-endpoint-accepted')) {
    throw exclusionError('service-account-signing-key-file')
  }
  if (hasEndpoint && hasVerificationKeys && !fault('key-file-beside-signing-endpoint-accepted')) {
    throw exclusionError('service-account-key-file')
  }
  if (hasSigningKey && hasVerificationKeys && !hasEndpoint && fault('key-file-beside-signing-key-refused')) {
    throw new Refusal('--service-account-key-file: refused beside --service-account-signing-key-file')
  }
  if (hasEndpoint && !hasVerificationKeys && !hasSigningKey && fault('signing-endpoint-alone-refused')) {
    throw new Refusal('--service-account-key-file: required beside --service-account-signing-endpoint')
  }
  if (
    hasSigningKey &&
    !hasVerificationKeys &&
    !hasEndpoint &&
    !fault('service-account-key-file-not-required')
  ) {
    throw new Refusal('--service-account-key-file: required beside --service-account-signing-key-file')
  }
  const gate = 'ExternalServiceAccountTokenSigner'
  if (hasEndpoint && !gates(gate, true) && !fault('signing-endpoint-gate-ignored')) {
    throw new Refusal(`--service-account-signing-endpoint: needs the feature gate ${gate}`)
  }
  const hasNonUrlIssuer = flags.strings('service-account-issuer').some((issuer) => !URL.canParse(issuer))
  if (hasNonUrlIssuer && fault('issuer-without-url-refused')) {
    throw new Refusal('--service-account-issuer: is no URI')
  }
  const maxExpirationMs = flags.durationMs('service-account-max-token-expiration') ?? 0
  if (maxExpirationMs < 0) throw new Refusal('--service-account-max-token-expiration: must not be negative')
  // The documents specify no bounds for the maximum validity of tokens.
  if (maxExpirationMs > 0 && maxExpirationMs < 3_600_000 && freedom('short-maximum-refused')) {
    throw new Refusal('--service-account-max-token-expiration: must be at least an hour')
  }
}
