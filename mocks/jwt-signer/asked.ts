import type { Seen } from '#harness/peer.ts'

/** One thing the signer was asked. */
export interface SignerAsked extends Seen {
  readonly method: 'Sign' | 'FetchKeys' | 'Metadata'
  /** What was to be signed, decoded; left out when it is not JSON in base64url. */
  readonly claims?: Readonly<Record<string, unknown>>
}

/** The claims of a Sign request, or `undefined` when they cannot be read. */
export function claimsOf(encoded: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const claims: unknown = JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8'))
    return typeof claims === 'object' && claims !== null ? (claims as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
