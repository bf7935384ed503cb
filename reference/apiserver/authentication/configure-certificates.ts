import type { FlagValues } from '../../flags/flag-values.ts'
import type { ServerQuirks } from '../faults.ts'
import type { Authenticator } from './authenticator.ts'
import { clientCertificates } from './client-certificate.ts'

/** Makes the authenticators of client certificates: front proxies first, then users of their own. */
export async function configureCertificates(
  flags: FlagValues,
  quirks: ServerQuirks,
): Promise<readonly Authenticator[]> {
  if (flags.string('requestheader-client-ca-file') === undefined) return [clientCertificates(quirks)]
  const { readRoots } = await import('./certificate-chain.ts')
  const { requestHeaders, requestHeaderSettings } = await import('./request-header.ts')
  const settings = requestHeaderSettings(flags)
  const proxies = settings === undefined ? [] : [requestHeaders(settings, quirks)]
  const file = flags.string('client-ca-file')
  // TLS verified against both sorts of CAs together, so that each has to be told apart here.
  const users = file === undefined ? [] : [clientCertificates(quirks, readRoots(file, 'client-ca-file'))]
  return [...proxies, ...users]
}
