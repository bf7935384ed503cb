import type { TLSSocket } from 'node:tls'

/** Who a TLS client said it is. */
export interface ClientSubject {
  readonly commonName?: string
  /** Each O of the subject. */
  readonly organizations: readonly string[]
  /** Whether the certificate chains to the authority that the peer trusts. */
  readonly trusted: boolean
}

/** Who the client of a TLS connection said it is; `undefined` when it presented no certificate. */
export function clientSubject(socket: TLSSocket): ClientSubject | undefined {
  const { subject } = socket.getPeerCertificate()
  if (subject === undefined) return undefined
  // A repeated attribute arrives as a list, whatever the type says.
  const { CN, O }: { readonly CN?: string | string[]; readonly O?: string | string[] } = subject
  const commonName = [CN].flat()[0]
  return {
    ...(commonName !== undefined && { commonName }),
    organizations: [O ?? []].flat(),
    trusted: socket.authorized,
  }
}
