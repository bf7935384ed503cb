import type { IncomingHttpHeaders } from 'node:http'
import type { Seen } from '#harness/peer.ts'
import type { ClientSubject } from '../tls/index.ts'

/**
 * What came of a connection: `request`, a whole request head; `tls-error`, the handshake failed; `unused`, the
 * handshake ended well (or there is none) and the client left without a request (clients that look at our certificate only afterwards
 * refuse it so); `malformed`, bytes that are not HTTP.
 */
export type HttpSeenKind = 'request' | 'tls-error' | 'unused' | 'malformed'

/** One thing an HTTP peer was asked, or a connection on which nothing was asked. */
export interface HttpSeen extends Seen {
  readonly kind: HttpSeenKind
  /** Where it arrived: `https://127.0.0.1:41234`. */
  readonly origin: string
  readonly method?: string
  /** Without the query. */
  readonly path?: string
  /** Without the question mark. */
  readonly query?: string
  readonly headers?: IncomingHttpHeaders
  readonly httpVersion?: string
  /** The token of an `Authorization: Bearer` header. */
  readonly bearerToken?: string
  /** Set when the client presented a certificate. */
  readonly client?: ClientSubject
  /** Set once the whole body has arrived, as text. */
  body?: string
  /** Why nothing was asked, or what our own handler threw. */
  error?: string
}
