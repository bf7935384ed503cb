export {
  type AuditReceiver,
  type AuditReceivers,
  type AuditBatch,
  failing,
  type ReceiverAnswers,
  startAuditReceivers,
} from '#mocks/audit-receiver/index.ts'
export type * from '#mocks/audit-receiver/wire.ts'
export type { ClientConfig, Credentials } from '#mocks/webhook/index.ts'
export * from '../http.ts'
export type {
  /** @deprecated Use `AuditBatch`. */
  AuditBatch as BatchSeen,
} from '#mocks/audit-receiver/index.ts'
