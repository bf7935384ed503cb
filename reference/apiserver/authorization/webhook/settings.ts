import type { Expression } from '../../cel/expression.ts'
import type { ReviewVersion } from './review.ts'

/** Settings of the calls to one webhook, and of the cache of its responses. */
export interface WebhookSettings {
  /** Name in metrics. */
  readonly name: string
  readonly version: ReviewVersion
  /** Milliseconds for which allow responses are cached. */
  readonly authorizedTtlMs: number
  readonly cacheAuthorized: boolean
  /** Milliseconds for which other responses are cached. */
  readonly unauthorizedTtlMs: number
  readonly cacheUnauthorized: boolean
  /** Timeout of a call in milliseconds. */
  readonly timeoutMs: number
  /** Decision if a call or a condition fails. */
  readonly failurePolicy: 'Deny' | 'NoOpinion'
  /** Conditions that must all be true for a request to be sent. */
  readonly conditions: readonly Expression[]
}
