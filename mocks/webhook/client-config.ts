import type { KeyPair } from '#harness/certificates/authority.ts'

/** How a client proves itself to a server, and by what it knows the server. */
export interface Credentials {
  /** A client certificate. */
  readonly client?: KeyPair
  readonly token?: string
  /** Default: the authority of the peer; `undefined` leaves it out. */
  readonly certificateAuthority?: string | undefined
  /** Do not verify the server; exclusive with an authority. */
  readonly insecure?: boolean
}

/** A cluster client configuration: where a server is, how it is known, who asks. */
export interface ClientConfig {
  readonly apiVersion: 'v1'
  readonly kind: 'Config'
  readonly clusters: readonly { readonly name: string; readonly cluster: Readonly<Record<string, unknown>> }[]
  readonly users: readonly { readonly name: string; readonly user: Readonly<Record<string, unknown>> }[]
  readonly contexts: readonly { readonly name: string; readonly context: Readonly<Record<string, string>> }[]
  readonly 'current-context': string
}

/** Makes a client configuration with everything inside, so that it needs no other file. */
export function clientConfig(options: Credentials & { readonly server: string }): ClientConfig {
  const { server, certificateAuthority, client, token, insecure } = options
  return {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [
      {
        name: 'peer',
        cluster: {
          server,
          ...(certificateAuthority !== undefined &&
            insecure !== true && { 'certificate-authority-data': base64(certificateAuthority) }),
          ...(insecure === true && { 'insecure-skip-tls-verify': true }),
        },
      },
    ],
    users: [
      {
        name: 'implementation',
        user: {
          ...(client && {
            'client-certificate-data': base64(client.certificate),
            'client-key-data': base64(client.key),
          }),
          ...(token !== undefined && { token }),
        },
      },
    ],
    contexts: [{ name: 'default', context: { cluster: 'peer', user: 'implementation' } }],
    'current-context': 'default',
  }
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64')
}
