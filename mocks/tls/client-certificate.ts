import type { CertificateAuthority, KeyPair } from '#harness/certificates/authority.ts'
import { sharedAuthority } from './server-certificate.ts'

/** Whom a client certificate names, and who signs it. */
export interface ClientName {
  readonly commonName: string
  readonly organizations?: readonly string[]
  /** Default: the authority that the peers of this process share. */
  readonly authority?: CertificateAuthority
}

/** Issues a client certificate that a peer started without an authority of its own trusts. */
export async function issueClient({ authority, ...name }: ClientName): Promise<KeyPair> {
  return (authority ?? (await sharedAuthority())).issue({ ...name, usage: 'client', hosts: [] })
}
