import { readFileSync } from 'node:fs'
import type { ConnectionOptions } from 'node:tls'
import { firstAuthority, isBundle } from '../../certificates/first-authority.ts'
import type { FlagValues } from '../../flags/flag-values.ts'
import { fault } from '../../quirks/quirks.ts'

/**
 * Returns the connection options for a node agent: the client certificate of the server, and the CA file if there is
 * one.
 */
export function nodeConnection(flags: FlagValues, host: string): ConnectionOptions {
  const authority = flags.string('orchlet-certificate-authority')
  const lacksClientPair = authority !== undefined && flags.string('orchlet-client-certificate') === undefined
  const isUnverified = lacksClientPair && fault('node-agent-verified-only-with-client-certificate')
  const verifies = authority !== undefined && !isUnverified && !fault('node-agent-not-verified')
  const isAuthorityIgnored = verifies && fault('node-agent-authority-ignored')
  return {
    host,
    rejectUnauthorized: verifies,
    ...(verifies && !isAuthorityIgnored && { ca: authoritiesIn(authority) }),
    ...clientCertificate(flags),
  }
}

function authoritiesIn(file: string): string {
  const bundle = readFileSync(file, 'utf8')
  const usesOnlyFirst = isBundle(bundle) && fault('only-first-node-agent-authority-used')
  return usesOnlyFirst ? firstAuthority(bundle) : bundle
}

/** Returns the milliseconds within which a node agent must start its response. */
export function nodeTimeoutMs(flags: FlagValues): number {
  const flagTimeoutMs = flags.durationMs('orchlet-timeout') ?? 0
  if (fault('node-agent-timeout-ignored')) return 3_600_000
  return fault('node-agent-timeout-halved') ? flagTimeoutMs / 2 : flagTimeoutMs
}

function clientCertificate(flags: FlagValues): Pick<ConnectionOptions, 'cert' | 'key'> {
  const cert = flags.string('orchlet-client-certificate')
  const key = flags.string('orchlet-client-key')
  if (cert === undefined || key === undefined) {
    if (!fault('node-agent-shown-serving-certificate')) return {}
    const [servingCert, servingKey] = [
      flags.string('tls-cert-file') ?? '',
      flags.string('tls-private-key-file') ?? '',
    ]
    return { cert: readFileSync(servingCert), key: readFileSync(servingKey) }
  }
  if (fault('node-agent-certificate-not-shown')) return {}
  return { cert: readFileSync(cert), key: readFileSync(key) }
}
