import type { ListenerOptions } from '../http/index.ts'
import { AuditReceivers } from './host.ts'

export { AuditReceivers } from './host.ts'
export { failing } from './lies.ts'
export { AuditReceiver, type BatchSeen, type ReceiverAnswers } from './receiver.ts'
export type * from './wire.ts'

/** Starts a host of audit receivers that take every batch unless told otherwise. */
export async function startAuditReceivers(options: ListenerOptions = {}): Promise<AuditReceivers> {
  const host = new AuditReceivers()
  await host.listen(options)
  return host
}
