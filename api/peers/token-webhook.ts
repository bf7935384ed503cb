export {
  authenticated,
  forAudiences,
  startTokenWebhooks,
  type TokenWebhooks,
  type TokenWebhooksOptions,
  unauthenticated,
} from '#mocks/token-webhook/index.ts'
export type * from '#mocks/token-webhook/wire.ts'
export * from '../http.ts'
export * from '../review.ts'
