import { type CertificateAuthority, createAuthority, type KeyPair } from '#harness/certificates/authority.ts'
import type { ApiServer } from '#harness/programs/api-server.ts'
import { file, type Flags } from '#kit/launch.ts'
import type { CertificateIssuer, Request } from './model.ts'

/** Authorities and certificates of drawn callers. */
export interface Certificates {
  /** Flag that trusts both authorities of proxies. */
  readonly flags: Flags
  /** Returns the certificate of a request, issued once; `undefined` for a request without a certificate. */
  pairOf(request: Request, server: ApiServer): KeyPair | undefined
}

/** Creates the authorities of the certificates. The authority of clients is that of the server's credentials. */
export async function createCertificates(): Promise<Certificates> {
  const [proxies, furtherProxies, unknown] = await Promise.all([
    createAuthority('proxies'),
    createAuthority('further-proxies'),
    createAuthority('unknown'),
  ])
  const authorities: Readonly<Partial<Record<CertificateIssuer, CertificateAuthority>>> = {
    proxies,
    'further proxies': furtherProxies,
    unknown,
  }
  const bundle = proxies.certificate + furtherProxies.certificate
  const pairs = new Map<string, KeyPair>()
  return {
    flags: { '--requestheader-client-ca-file': file('proxies.crt', bundle, { verbatim: true }) },
    pairOf: ({ issuer, commonName }, server) => {
      if (issuer === 'none') return undefined
      const authority = authorities[issuer] ?? server.credentials.authority
      const key = `${authority.certificate}${commonName}`
      const pair = pairs.get(key) ?? authority.issue({ commonName, usage: 'client', hosts: [] })
      pairs.set(key, pair)
      return pair
    },
  }
}
