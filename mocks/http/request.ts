import type { IncomingHttpHeaders } from 'node:http'
import type { JournalEntry } from '#harness/peer.ts'
import type { ClientSubject } from '../tls/index.ts'

/**
 * Result of a connection: `request`, a whole request head; `tls-error`, the handshake failed; `unused`, the handshake
 * succeeded (or there is none) and the client left without a request (clients that verify the certificate of the peer
 * only after the handshake reject it this way); `malformed`, bytes that are not HTTP.
 */
export type HttpJournalKind = 'request' | 'tls-error' | 'unused' | 'malformed'

/** Request to an HTTP peer, or a connection without a request. */
export interface HttpJournalEntry extends JournalEntry {
  readonly kind: HttpJournalKind
  /** Origin that received the request: `https://127.0.0.1:41234`. */
  readonly origin: string
  readonly method?: string
  /** Path without the query. */
  readonly path?: string
  /** Query without the question mark. */
  readonly query?: string
  readonly headers?: IncomingHttpHeaders
  readonly httpVersion?: string
  /** Token of an `Authorization: Bearer` header. */
  readonly bearerToken?: string
  /** Set when the client presented a certificate. */
  readonly client?: ClientSubject
  /** Body as text, set once all of it has arrived. */
  body?: string
  /** Reason why there was no request, or the error that a handler of the peer threw. */
  error?: string
}
