import type { Answer, HttpJournalEntry } from '../http/index.ts'
import type { DiscoveryDocument } from './honest.ts'
import type { LoginEndpoint } from './logins.ts'
import type { KeySetDocument } from './keys.ts'

/** Responses of an issuer that can be scripted. */
export interface OidcAnswers {
  readonly discovery: Answer<DiscoveryDocument>
  readonly keys: Answer<KeySetDocument>
  /** Token that a distributed claims endpoint returns. */
  readonly claims: Answer<string>
}

/** Names of the responses that a script may set. */
export const answerNames = ['discovery', 'keys', 'claims'] as const

/** Endpoints of an issuer, by the names of their responses. */
export type OidcEndpoint = keyof OidcAnswers

/** Request to the issuers. */
export interface OidcRequest extends HttpJournalEntry {
  /** Name of the addressed issuer, if the path contains it. */
  readonly issuer?: string
  /** Endpoint of the path; missing for paths that no issuer serves. */
  readonly endpoint?: OidcEndpoint | LoginEndpoint
}
