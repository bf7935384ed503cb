import { type CertificateAuthority, createAuthority } from '#harness/certificates/authority.ts'
import type { Listener } from '#mocks/http/index.ts'
import type { OidcHost, OidcIssuer } from '#mocks/oidc-issuer/index.ts'
import type { Connection } from './model.ts'

/** An issuer that is reached as a case has it. */
export interface Connected {
  readonly issuer: OidcIssuer
  /** What its entry says of the authority. */
  readonly authority: { readonly certificateAuthority: string | undefined }
  /** Whether a server has tried it, where it must give up the connection. */
  readonly isTried?: () => boolean
}

/** Makes the issuer of an entry; one that is not to be believed has a listener of its own, so that its journal tells who tried. */
export async function connected(
  host: OidcHost,
  name: string,
  connection: Connection = 'usual',
): Promise<Connected> {
  const known = (issuer: OidcIssuer): Connected => ({
    issuer,
    authority: { certificateAuthority: issuer.certificateAuthority },
  })
  const apart = (listener: Listener): Connected => ({
    ...known(host.issuer(name, { listener })),
    isTried: () => host.journal.some(({ origin }) => origin === listener.origin),
  })
  switch (connection) {
    case 'usual':
      return known(host.issuer(name))
    case 'authority is the second of two': {
      const { issuer } = known(host.issuer(name))
      const { certificate } = await stranger()
      return { issuer, authority: { certificateAuthority: `${certificate}\n${issuer.certificateAuthority}` } }
    }
    case 'authority is a stranger': {
      const { certificate } = await stranger()
      return { ...apart(await host.listen()), authority: { certificateAuthority: certificate } }
    }
    case 'no authority is named':
      return { ...apart(await host.listen()), authority: { certificateAuthority: undefined } }
    case 'certificate of another host':
      return apart(await host.listen({ presents: 'wrong-host' }))
    case 'nobody listens': {
      const listener = await host.listen()
      await listener.stop()
      return { ...apart(listener), isTried: () => true }
    }
  }
}

let made: Promise<CertificateAuthority> | undefined

function stranger(): Promise<CertificateAuthority> {
  return (made ??= createAuthority('a stranger CA'))
}
