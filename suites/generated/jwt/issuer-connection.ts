import { type CertificateAuthority, createAuthority } from '#harness/certificates/authority.ts'
import type { Listener } from '#mocks/http/index.ts'
import type { OidcHost, OidcIssuer } from '#mocks/oidc-issuer/index.ts'
import type { Connection } from './model.ts'

/** An issuer with the connection of a case. */
export interface ConnectedIssuer {
  readonly issuer: OidcIssuer
  /** The certificate authority in its entry. */
  readonly authority: { readonly certificateAuthority: string | undefined }
  /** Reports whether a server has connected to an untrusted issuer. */
  readonly isTried?: () => boolean
}

/**
 * Creates the issuer of an entry. An untrusted issuer has a separate listener, so that its journal shows which server
 * connected.
 */
export async function connectIssuer(
  host: OidcHost,
  name: string,
  connection: Connection = 'usual',
): Promise<ConnectedIssuer> {
  const trustedIssuer = (issuer: OidcIssuer): ConnectedIssuer => ({
    issuer,
    authority: { certificateAuthority: issuer.certificateAuthority },
  })
  const issuerOnListener = (listener: Listener): ConnectedIssuer => ({
    ...trustedIssuer(host.issuer(name, { listener })),
    isTried: () => host.journal.some(({ origin }) => origin === listener.origin),
  })
  switch (connection) {
    case 'usual':
      return trustedIssuer(host.issuer(name))
    case 'authority is the second of two': {
      const { issuer } = trustedIssuer(host.issuer(name))
      const { certificate } = await strangerAuthority()
      return { issuer, authority: { certificateAuthority: `${certificate}\n${issuer.certificateAuthority}` } }
    }
    case 'authority is a stranger': {
      const { certificate } = await strangerAuthority()
      return { ...issuerOnListener(await host.listen()), authority: { certificateAuthority: certificate } }
    }
    case 'no authority is named':
      return { ...issuerOnListener(await host.listen()), authority: { certificateAuthority: undefined } }
    case 'certificate of another host':
      return issuerOnListener(await host.listen({ presents: 'wrong-host' }))
    case 'nobody listens': {
      const listener = await host.listen()
      await listener.stop()
      return { ...issuerOnListener(listener), isTried: () => true }
    }
  }
}

let strangerPromise: Promise<CertificateAuthority> | undefined

function strangerAuthority(): Promise<CertificateAuthority> {
  return (strangerPromise ??= createAuthority('a stranger CA'))
}
