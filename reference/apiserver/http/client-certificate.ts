import type { TLSSocket } from 'node:tls'
import type { ClientCertificate } from '../authentication/authenticator.ts'

/** The certificate that the client of a connection showed; undefined when it showed none. */
export function clientCertificate(socket: TLSSocket): ClientCertificate | undefined {
  const certificate = socket.getPeerCertificate?.()
  if (certificate === undefined || certificate === null || certificate.raw === undefined) return undefined
  const { CN: name, O: organization } = certificate.subject
  return {
    commonName: list(name)[0] ?? '',
    organizations: list(organization),
    rejected: socket.authorized ? undefined : String(socket.authorizationError),
  }
}

function list(value: string | string[] | undefined): string[] {
  return value === undefined ? [] : Array.isArray(value) ? value : [value]
}
