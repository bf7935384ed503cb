import type { Author } from './objects/prepare.ts'
import type { HttpJournalKind } from '../http/index.ts'
import type { ClientSubject } from '../tls/index.ts'
import type { JournalEntry } from '#harness/peer.ts'
import type { RequestTarget } from './requests/target.ts'

/**
 * A request that the server received, or a connection without a request. The entry is recorded before any lookup: on
 * arrival, or, for a request with a body, when the body is complete or broken off. Its time is always the time of the
 * arrival.
 */
export interface ApiServerRequest extends JournalEntry, RequestTarget {
  readonly kind: HttpJournalKind
  readonly method: string
  /** Path without the query. */
  readonly path: string
  readonly query: URLSearchParams
  readonly userAgent: string
  /** User of the request, by client certificate or known token; `undefined` if neither identifies one. */
  readonly user?: Author
  readonly bearerToken?: string
  /** Set when the client presented a certificate. */
  readonly client?: ClientSubject
  /** Media type of the request body, unchanged. */
  readonly contentType: string
  readonly accept: string
  readonly httpVersion: string
  /** Request body, parsed from JSON or YAML, or read from the parts of protobuf that the server knows. */
  body?: unknown
  /** Bytes of the request body, if it was neither JSON nor YAML. */
  raw?: Buffer
  /** Size of the request body in bytes. The body itself is dropped when the journal has reached its limit. */
  bodyBytes: number
  /** Status of the response; for a watch, the status at its start. */
  status?: number
  /** Time at which the response was written; for a watch, its start. */
  answeredAtMs?: number
  /** Time and cause of the end of a watch, or of a request whose client left before the response. */
  end?: { readonly atMs: number; readonly by: 'client' | 'server' | 'time-out' }
  /** Number of events that a watch has sent, bookmarks included. */
  events?: number
  /** Reason why there was no request, or an internal error of the peer. */
  error?: string
}
