import type { TLSSocket } from 'node:tls'
import type { ClientSubject } from './http-seen.ts'

/** Who the client of a TLS connection said it is; `undefined` when it presented no certificate. */
export function subjectOf(socket: TLSSocket): ClientSubject | undefined {
  const { subject } = socket.getPeerCertificate()
  if (subject === undefined) return undefined
  // A repeated attribute arrives as a list, whatever the type says.
  const { CN, O } = subject as unknown as Record<'CN' | 'O', string | string[] | undefined>
  const commonName = [CN].flat()[0]
  return {
    ...(commonName !== undefined && { commonName }),
    organizations: [O ?? []].flat(),
    trusted: socket.authorized,
  }
}
