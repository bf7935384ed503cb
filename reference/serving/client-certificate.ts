import type { DetailedPeerCertificate, TLSSocket } from 'node:tls'

/** Certificate that a client presented and whose key it holds. */
export interface ClientCertificate {
  readonly commonName: string
  readonly organizations: readonly string[]
  /** The certificate and the certificates sent with it, in DER, each issued by the next. */
  readonly chain: readonly Uint8Array[]
  /** Reason why the certificate does not chain to the accepted CAs. Undefined when it does. */
  readonly rejected: string | undefined
}

/** Returns the certificate that the client of a connection presented, or undefined. */
export function clientCertificate(socket: TLSSocket): ClientCertificate | undefined {
  const certificate = socket.getPeerCertificate?.(true)
  if (certificate === undefined || certificate === null || certificate.raw === undefined) return undefined
  const { CN: name, O: organization } = certificate.subject
  return {
    commonName: list(name)[0] ?? '',
    organizations: list(organization),
    chain: chainOf(certificate),
    rejected: socket.authorized ? undefined : String(socket.authorizationError),
  }
}

function chainOf(leaf: DetailedPeerCertificate): readonly Uint8Array[] {
  const chain: Buffer[] = []
  let certificate: DetailedPeerCertificate | undefined = leaf
  // The issuer of a root certificate is the certificate itself.
  while (
    certificate?.raw !== undefined &&
    !chain.some((chainCertificate) => chainCertificate.equals(certificate?.raw ?? chainCertificate))
  ) {
    chain.push(certificate.raw)
    certificate = certificate.issuerCertificate
  }
  return chain
}

function list(value: string | string[] | undefined): string[] {
  return value === undefined ? [] : Array.isArray(value) ? value : [value]
}
