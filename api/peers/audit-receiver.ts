export {
  type AuditReceiver,
  type AuditReceivers,
  type BatchSeen,
  failing,
  type ReceiverAnswers,
  startAuditReceivers,
} from '#mocks/audit-receiver/index.ts'
export type * from '#mocks/audit-receiver/wire.ts'
export type { ClientConfig, Credentials } from '#mocks/webhook/index.ts'
export * from '../http.ts'
