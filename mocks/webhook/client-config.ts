import type { KeyPair } from '#harness/certificates/authority.ts'

/** Credentials of a client, and its trust in the server. */
export interface Credentials {
  /** Client certificate. */
  readonly client?: KeyPair
  readonly token?: string
  /** Default: the authority of the peer; `undefined` omits it. */
  readonly certificateAuthority?: string | undefined
  /** Skips the verification of the server. Cannot be combined with an authority. */
  readonly insecure?: boolean
}

/** Client configuration of a cluster: address and trust of the server, and the user. */
export interface ClientConfig {
  readonly apiVersion: 'v1'
  readonly kind: 'Config'
  readonly clusters: readonly { readonly name: string; readonly cluster: Readonly<Record<string, unknown>> }[]
  readonly users: readonly { readonly name: string; readonly user: Readonly<Record<string, unknown>> }[]
  readonly contexts: readonly { readonly name: string; readonly context: Readonly<Record<string, string>> }[]
  readonly 'current-context': string
}

/** Returns a client configuration with all data inline, so that it needs no other file. */
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
