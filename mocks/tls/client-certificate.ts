import type { CertificateAuthority, KeyPair } from '#harness/certificates/authority.ts'
import { sharedAuthority } from './server-certificate.ts'

/** Subject and issuer of a client certificate. */
export interface ClientName {
  readonly commonName: string
  readonly organizations?: readonly string[]
  /** Default: the authority shared by the peers of this process. */
  readonly authority?: CertificateAuthority
  /** True for a certificate that expired an hour ago. */
  readonly isExpired?: boolean
}

const hourMs = 3_600_000

/** Issues a client certificate that a peer trusts if it was started without an authority. */
export async function issueClient({ authority, isExpired, ...name }: ClientName): Promise<KeyPair> {
  const times = isExpired
    ? { notBefore: new Date(Date.now() - 2 * hourMs), notAfter: new Date(Date.now() - hourMs) }
    : {}
  return (authority ?? (await sharedAuthority())).issue({ ...name, ...times, usage: 'client', hosts: [] })
}
