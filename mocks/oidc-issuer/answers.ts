import type { Answer, HttpSeen } from '../http/index.ts'
import type { DiscoveryDocument } from './honest.ts'
import type { LoginEndpoint } from './logins.ts'
import type { KeySetDocument } from './keys.ts'

/** What an issuer can be told to answer otherwise. */
export interface OidcAnswers {
  readonly discovery: Answer<DiscoveryDocument>
  readonly keys: Answer<KeySetDocument>
  /** The token that a distributed claims endpoint hands out. */
  readonly claims: Answer<string>
}

/** What it answers by. */
export const answerNames = ['discovery', 'keys', 'claims'] as const

/** What an issuer serves, by the names of its answers. */
export type OidcEndpoint = keyof OidcAnswers

/** One thing the issuers were asked. */
export interface OidcSeen extends HttpSeen {
  /** The name of the issuer that it was meant for, where the path tells. */
  readonly issuer?: string
  /** Left out for paths that no issuer serves. */
  readonly endpoint?: OidcEndpoint | LoginEndpoint
}
