import type { Author } from './objects/prepare.ts'
import type { HttpSeenKind } from '../http/index.ts'
import type { ClientSubject } from '../tls/index.ts'
import type { Seen } from '#harness/peer.ts'
import type { RequestTarget } from './requests/target.ts'

/**
 * One thing the server was asked, or a connection on which nothing was asked. Recorded on arrival (a request with a
 * body once that has come in whole or broken off; its time is the arrival still), before anything is looked up.
 */
export interface ApiAsked extends Seen, RequestTarget {
  readonly kind: HttpSeenKind
  readonly method: string
  /** Without the query. */
  readonly path: string
  readonly query: URLSearchParams
  readonly userAgent: string
  /** Who asks, by client certificate or known token; `undefined` when nothing tells. */
  readonly user?: Author
  readonly bearerToken?: string
  /** Set when the client presented a certificate. */
  readonly client?: ClientSubject
  /** The media type of what was sent, as it was sent. */
  readonly contentType: string
  readonly accept: string
  readonly httpVersion: string
  /** What was sent, parsed from JSON or YAML, or read from the parts of protobuf that the server knows. */
  body?: unknown
  /** What was sent, byte by byte, when it was neither JSON nor YAML. */
  raw?: Buffer
  /** How many bytes were sent; the body itself goes when the journal's room is used up. */
  bodyBytes: number
  /** The answer's status; for a watch that of its beginning. */
  status?: number
  /** When the answer had been written; for a watch its beginning. */
  answeredAtMs?: number
  /** When a watch ended, and who ended it; likewise for clients that left before they were answered. */
  end?: { readonly atMs: number; readonly by: 'client' | 'server' | 'time-out' }
  /** Events that a watch has sent, bookmarks included. */
  events?: number
  /** Why nothing was asked, or what our own side threw. */
  error?: string
}
