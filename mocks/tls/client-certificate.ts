import type { CertificateAuthority, KeyPair } from '#harness/certificates/authority.ts'
import { sharedAuthority } from './server-certificate.ts'

/** Subject and issuer of a client certificate. */
export interface ClientName {
  readonly commonName: string
  readonly organizations?: readonly string[]
  /** Default: the authority shared by the peers of this process. */
  readonly authority?: CertificateAuthority
}

/** Issues a client certificate that a peer trusts if it was started without an authority. */
export async function issueClient({ authority, ...name }: ClientName): Promise<KeyPair> {
  return (authority ?? (await sharedAuthority())).issue({ ...name, usage: 'client', hosts: [] })
}
