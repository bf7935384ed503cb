export {
  type AdmissionWebhooks,
  type AdmissionWebhooksOptions,
  refuse,
  startAdmissionWebhooks,
  warn,
  wrongUid,
} from '#mocks/admission-webhook/index.ts'
export type * from '#mocks/admission-webhook/wire.ts'
export * from '../http.ts'
export * from '../review.ts'
