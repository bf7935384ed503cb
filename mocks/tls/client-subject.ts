import type { TLSSocket } from 'node:tls'

/** Subject of the certificate of a TLS client. */
export interface ClientSubject {
  readonly commonName?: string
  /** All O attributes of the subject. */
  readonly organizations: readonly string[]
  /** True if the certificate chains to the authority that the peer trusts. */
  readonly trusted: boolean
  /** SHA-256 fingerprint of the certificate, as in `X509Certificate.fingerprint256`. */
  readonly fingerprint256: string
}

/** Returns the certificate subject of a TLS client; `undefined` if it presented no certificate. */
export function clientSubject(socket: TLSSocket): ClientSubject | undefined {
  const { subject, fingerprint256 } = socket.getPeerCertificate()
  if (subject === undefined) return undefined
  // A repeated attribute is a list, contrary to its declared type.
  const { CN, O }: { readonly CN?: string | string[]; readonly O?: string | string[] } = subject
  const commonName = [CN].flat()[0]
  return {
    ...(commonName !== undefined && { commonName }),
    organizations: [O ?? []].flat(),
    trusted: socket.authorized,
    fingerprint256,
  }
}
