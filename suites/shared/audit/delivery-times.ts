import { becomesTrue } from '#kit'
import { type Answer, where } from '#mocks/http/index.ts'
import type { AuditBatch } from '#mocks/audit-receiver/index.ts'
import { type AuditedServer, countOf, freshPaths } from './fixture.ts'

/** Returns the arrival times of a batch whose first delivery fails, once it was delivered twice or the time is over. */
export async function deliveryTimes(
  { server, receiver }: AuditedServer,
  refusing: Answer<string>,
  withinMs: number,
): Promise<readonly number[]> {
  const [path = ''] = freshPaths(1)
  // Events of other checks may still arrive.
  receiver.answer({ batch: where(({ body }) => body?.includes(path) === true, refusing) })
  const containsEvent = ({ events }: AuditBatch): boolean => countOf([path], events) > 0
  await server.request({ path })
  await becomesTrue(() => receiver.batches.filter(containsEvent).length >= 2, withinMs)
  return receiver.batches.filter(containsEvent).map(({ atMs }) => atMs)
}
