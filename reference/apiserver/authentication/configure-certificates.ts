import type { FlagValues } from '../../flags/flag-values.ts'
import type { Authenticator } from '../api/authenticator.ts'
import { NamedAuthorities } from '../serving/named-authorities.ts'
import { clientCertificates } from './client-certificate.ts'

/** Creates the authenticators of client certificates: front proxies first, then users. */
export async function configureCertificates(flags: FlagValues): Promise<readonly Authenticator[]> {
  const { readRoots } = await import('./certificate-chain.ts')
  const file = flags.string('client-ca-file')
  const namedAuthorities = new NamedAuthorities(flags)
  const roots = file === undefined ? undefined : readRoots(file, 'client-ca-file')
  if (flags.string('requestheader-client-ca-file') === undefined) {
    // With a single CA there is nothing to distinguish: TLS itself verified against this CA.
    return [clientCertificates(namedAuthorities, (roots?.length ?? 0) > 1 ? roots : undefined)]
  }
  const { requestHeaders, requestHeaderSettings } = await import('./request-header.ts')
  const settings = requestHeaderSettings(flags)
  const proxies = settings === undefined ? [] : [requestHeaders(settings, namedAuthorities)]
  // TLS verified against both kinds of CAs together, so each must be distinguished here.
  return roots === undefined ? proxies : [...proxies, clientCertificates(namedAuthorities, roots)]
}
