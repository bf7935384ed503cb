import type { ServerQuirks } from '../../faults.ts'

/** Returns the name of an authorizer in metrics. */
export function metricName(name: string, type: string, quirks: ServerQuirks): string {
  return type === 'Webhook' && name !== type && quirks.fault('metrics-name-is-type') ? type : name
}
