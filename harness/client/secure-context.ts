import { createSecureContext, type SecureContext } from 'node:tls'

/** Who a client is, and whom it trusts. */
export interface ClientIdentity {
  /** PEM of the authority that the server's certificate must chain to. */
  readonly ca: string
  /** A client certificate, PEM. */
  readonly cert?: string
  readonly key?: string
}

const known = new Map<string, SecureContext>()
// Identities of a run are few; a run of many certificates must not keep them all.
const mostKnown = 200

/** The TLS material of an identity; parsing it costs more than a handshake, so it is parsed once. */
export function secureContextOf({ ca, cert, key }: ClientIdentity): SecureContext {
  const name = `${ca}\n${cert ?? ''}`
  let context = known.get(name)
  if (context === undefined) {
    if (known.size >= mostKnown) known.clear()
    context = createSecureContext({
      ca,
      ...(cert !== undefined && { cert }),
      ...(key !== undefined && { key }),
    })
    known.set(name, context)
  }
  return context
}
