import { stringify } from 'yaml'
import type { KeyPair } from '#harness/certificates/authority.ts'

/** Credentials of a client. A client sends none over plain HTTP. */
export interface ClientCredentials {
  readonly client?: KeyPair
  readonly token?: string
}

/** Returns the client configuration file of the API server at `url`, as YAML. */
export function clientConfiguration(
  url: string,
  authority: string | undefined,
  { client, token }: ClientCredentials,
): string {
  const base64 = (pem: string): string => Buffer.from(pem).toString('base64')
  const cluster = {
    server: url,
    ...(authority !== undefined && { 'certificate-authority-data': base64(authority) }),
  }
  const user = {
    ...(token !== undefined && { token }),
    ...(client !== undefined && {
      'client-certificate-data': base64(client.certificate),
      'client-key-data': base64(client.key),
    }),
  }
  return stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'peer', cluster }],
    users: [{ name: 'implementation', user }],
    contexts: [{ name: 'peer', context: { cluster: 'peer', user: 'implementation' } }],
    'current-context': 'peer',
  })
}
