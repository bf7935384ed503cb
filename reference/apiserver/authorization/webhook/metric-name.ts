import type { ServerQuirks } from '../../faults.ts'

/** What metrics call an authorizer. */
export function metricName(name: string, type: string, quirks: ServerQuirks): string {
  return type === 'Webhook' && name !== type && quirks.fault('metrics-name-is-type') ? type : name
}
