import type { Expression } from '../../cel/expression.ts'
import type { ReviewVersion } from './review.ts'

/** How one webhook is asked and how its answers are kept. */
export interface WebhookSettings {
  /** What metrics call it. */
  readonly name: string
  readonly version: ReviewVersion
  /** Milliseconds that allow answers are kept. */
  readonly authorizedTtlMs: number
  readonly cacheAuthorized: boolean
  /** Milliseconds that other answers are kept. */
  readonly unauthorizedTtlMs: number
  readonly cacheUnauthorized: boolean
  /** Milliseconds a call may take. */
  readonly timeoutMs: number
  /** What a call or condition that fails decides. */
  readonly failurePolicy: 'Deny' | 'NoOpinion'
  /** All must hold for a request to be sent. */
  readonly conditions: readonly Expression[]
}
