import { becomesTrue } from '#kit'
import type { AuditEvent } from '#mocks/audit-receiver/index.ts'
import { createObject } from '../../../shared/objects.ts'
import type { AuditedServer } from '../../../shared/audit/fixture.ts'
import type { Family } from './event-counter.ts'

const arrivedWithinMs = 12_000
let createdCount = 0

/** Creates a config map of the given size and returns its event, or `undefined` if no event arrives. */
export async function configMapEvent(
  { server, log, receiver }: AuditedServer,
  family: Family,
  bytes: number,
  extraFields: object = {},
): Promise<AuditEvent | undefined> {
  // The query identifies the event among the events of other config maps, even if its objects were removed.
  const path = `/api/v1/namespaces/default/configmaps?fieldManager=check-${++createdCount}`
  await createObject(server, path, {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: `audited-${createdCount}`, ...extraFields },
    data: { filler: 'x'.repeat(bytes) },
  })
  const findEvent = (): AuditEvent | undefined => {
    const events = family === 'log' ? log.events() : receiver.events
    return events.find(({ requestURI, stage }) => requestURI === path && stage === 'ResponseComplete')
  }
  await becomesTrue(() => findEvent() !== undefined, arrivedWithinMs)
  return findEvent()
}
