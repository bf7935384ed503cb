import { createSecureContext, type SecureContext } from 'node:tls'
import type { ClientIdentity } from './https.ts'

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
