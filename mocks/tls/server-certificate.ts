import {
  type CertificateAuthority,
  createAuthority,
  type KeyPair,
  type LeafOptions,
} from '#harness/certificates/authority.ts'

/** Defect of the certificate that a listener presents; `honest` means none. */
export type Presented =
  | 'honest'
  | 'expired'
  | 'not-yet-valid'
  | 'wrong-host'
  | 'other-authority'
  | 'client-only'

const hourMs = 3_600_000

/**
 * Returns the authority of all peers in this process that were started without an authority. Creates it on first use.
 */
export function sharedAuthority(): Promise<CertificateAuthority> {
  sharedCa ??= createAuthority()
  return sharedCa
}
let sharedCa: Promise<CertificateAuthority> | undefined

const honestCertificates = new WeakMap<CertificateAuthority, Map<string, KeyPair>>()

/**
 * Returns the certificate that listeners of one authority share for the same hosts, because issuing a certificate
 * takes milliseconds.
 */
function honestCertificate(authority: CertificateAuthority, options: LeafOptions): KeyPair {
  const issuedPairs = honestCertificates.get(authority) ?? new Map<string, KeyPair>()
  honestCertificates.set(authority, issuedPairs)
  const hosts = (options.hosts ?? []).join()
  const pair = issuedPairs.get(hosts) ?? authority.issue(options)
  issuedPairs.set(hosts, pair)
  return pair
}

/** Issues a server certificate that is valid, or has exactly one defect. */
export async function issueServer(
  presented: Presented,
  authority: CertificateAuthority,
  hosts: readonly string[] = ['localhost', '127.0.0.1'],
): Promise<KeyPair> {
  const nowMs = Date.now()
  const honestRequest = { commonName: 'orch-conformance peer', hosts }
  switch (presented) {
    case 'honest':
      return honestCertificate(authority, honestRequest)
    case 'expired':
      return authority.issue({
        ...honestRequest,
        notBefore: new Date(nowMs - 2 * hourMs),
        notAfter: new Date(nowMs - hourMs),
      })
    case 'not-yet-valid':
      return authority.issue({
        ...honestRequest,
        notBefore: new Date(nowMs + hourMs),
        notAfter: new Date(nowMs + 2 * hourMs),
      })
    case 'wrong-host':
      return authority.issue({ ...honestRequest, hosts: ['elsewhere.example'] })
    case 'client-only':
      return authority.issue({ ...honestRequest, usage: 'client' })
    case 'other-authority':
      return (await createAuthority('another CA')).issue(honestRequest)
  }
}
