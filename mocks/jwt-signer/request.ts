import type { JournalEntry } from '#harness/peer.ts'

/** Request to the signer. */
export interface SignerRequest extends JournalEntry {
  readonly method: 'Sign' | 'FetchKeys' | 'Metadata'
  /** Decoded claims of the request; missing if they are not JSON in base64url. */
  readonly claims?: Readonly<Record<string, unknown>>
}

/** Returns the claims of a Sign request, or `undefined` if they are unreadable. */
export function claimsOf(encoded: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const claims: unknown = JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8'))
    return typeof claims === 'object' && claims !== null ? (claims as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
