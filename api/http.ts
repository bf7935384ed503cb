// Common exports of the HTTP peers: the functions that describe faults, and `trust`, which makes a client
// accept the certificate of a peer.
export * from '#mocks/http/faults.ts'
export type {
  Answer,
  HttpJournalEntry,
  HttpJournalKind,
  Listener,
  ListenerOptions,
} from '#mocks/http/index.ts'
export type { MswHandler } from '#mocks/peer/index.ts'
export type { ClientSubject, Presented } from '#mocks/tls/index.ts'
export { type Certified, type Trust, trust } from './trust.ts'
export type {
  /** @deprecated Use `HttpJournalEntry`. */
  HttpJournalEntry as HttpSeen,
  /** @deprecated Use `HttpJournalKind`. */
  HttpJournalKind as HttpSeenKind,
} from '#mocks/http/index.ts'
