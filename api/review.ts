// Common exports of the webhooks that receive review objects.
export {
  type ClientConfig,
  type Credentials,
  type Review,
  type ReviewAnswers,
  type ReviewSeen,
  wrongKind,
  wrongVersion,
} from '#mocks/webhook/index.ts'
export type { ReviewHost, ReviewWebhook } from '#mocks/webhook/index.ts'
export type { ReviewSubject } from '#mocks/webhook/webhook.ts'
