import type { CacheStep, Reply } from './model.ts'

/** A user or a token whose requests depend on one webhook. */
export interface CacheSubject {
  /** Number of calls of the webhook so far. */
  readonly calls: () => number
  readonly answers: (reply: Reply) => void
  /** Sends a request, and reports whether it is accepted. */
  readonly isAccepted: (step: CacheStep) => Promise<boolean>
}
