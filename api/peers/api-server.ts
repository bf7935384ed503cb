export * from '#mocks/api-server/index.ts'
export type { HttpJournalEntry, HttpJournalKind, Listener, ListenerOptions } from '#mocks/http/index.ts'
export type { ClientSubject, Presented } from '#mocks/tls/index.ts'
export { type Certified, type Trust, trust } from '../trust.ts'
export type {
  /** @deprecated Use `ApiServerRequest`. */
  ApiServerRequest as ApiAsked,
  /** @deprecated Use `Action`. */
  Action as Deed,
  /** @deprecated Use `Reply`. */
  Reply as Said,
} from '#mocks/api-server/index.ts'
export type {
  /** @deprecated Use `HttpJournalEntry`. */
  HttpJournalEntry as HttpSeen,
  /** @deprecated Use `HttpJournalKind`. */
  HttpJournalKind as HttpSeenKind,
} from '#mocks/http/index.ts'
