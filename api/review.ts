// Common exports of the webhooks that receive review objects.
export {
  type ClientConfig,
  type Credentials,
  type Review,
  type ReviewAnswers,
  type ReviewRecord,
  wrongKind,
  wrongVersion,
} from '#mocks/webhook/index.ts'
export type { ReviewHost, ReviewWebhook } from '#mocks/webhook/index.ts'
export type { ReviewSubject } from '#mocks/webhook/webhook.ts'
export type {
  /** @deprecated Use `ReviewRecord`. */
  ReviewRecord as ReviewSeen,
} from '#mocks/webhook/index.ts'
