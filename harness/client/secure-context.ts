import { createSecureContext, type SecureContext } from 'node:tls'

/** Identity of a client, and the authority that it trusts. */
export interface ClientIdentity {
  /** PEM of the authority that the server's certificate must chain to. */
  readonly ca: string
  /** A client certificate, PEM. */
  readonly cert?: string
  readonly key?: string
}

const contextCache = new Map<string, SecureContext>()
// Maximum number of cached contexts, so that a run with many certificates does not keep a context for each of them.
const maxContexts = 200

/** Returns the TLS material of an identity, which is parsed only once, since parsing takes longer than a handshake. */
export function secureContextOf({ ca, cert, key }: ClientIdentity): SecureContext {
  const name = `${ca}\n${cert ?? ''}`
  let context = contextCache.get(name)
  if (context === undefined) {
    if (contextCache.size >= maxContexts) contextCache.clear()
    context = createSecureContext({
      ca,
      ...(cert !== undefined && { cert }),
      ...(key !== undefined && { key }),
    })
    contextCache.set(name, context)
  }
  return context
}
