import { fault } from '../../../quirks/quirks.ts'

/** Returns the name of an authorizer in metrics. */
export function metricName(name: string, type: string): string {
  return type === 'Webhook' && name !== type && fault('metrics-name-is-type') ? type : name
}
