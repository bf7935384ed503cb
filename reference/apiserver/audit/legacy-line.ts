import { freedom } from '../../quirks/quirks.ts'
import type { AuditEvent } from './event.ts'

/** Formats an event as one line of text. */
export function legacyLine(event: AuditEvent): string {
  const { stageTimestamp, auditID, stage, sourceIPs, verb, user, userAgent, objectRef, requestURI } = event
  const parts = {
    id: auditID,
    stage,
    ip: sourceIPs[0],
    method: verb,
    user: user.username,
    groups: (user.groups ?? []).join(','),
    'user-agent': userAgent,
    namespace: objectRef?.namespace ?? '<none>',
    uri: requestURI,
    response: event.responseStatus?.code ?? '<deferred>',
  }
  const assignments = Object.entries(parts).map(([name, value]) => `${name}=${JSON.stringify(String(value))}`)
  if (freedom('audit-legacy-lines-in-other-order')) assignments.reverse()
  return `${stageTimestamp} AUDIT: ${assignments.join(' ')}\n`
}
