import type { ListenerOptions } from '../http/index.ts'
import { AuditReceivers } from './host.ts'

export { AuditReceivers } from './host.ts'
export { failing } from './faults.ts'
export { AuditReceiver, type AuditBatch, type ReceiverAnswers } from './receiver.ts'
export type * from './wire.ts'

/**
 * Starts a host of audit receivers that accept every batch by default: EventList, v1.
 * @throws an error whose `code` is `EADDRINUSE` for a port that is taken
 * @example
 * ```ts
 * await using receivers = await startAuditReceivers()
 * const receiver = receivers.receiver('audit')
 * receiver.answer({ batch: failing(2, 503) })
 * ```
 */
export async function startAuditReceivers(options: ListenerOptions = {}): Promise<AuditReceivers> {
  const host = new AuditReceivers()
  await host.listen(options)
  return host
}
