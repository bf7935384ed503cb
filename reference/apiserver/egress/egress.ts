import { type Dialer, direct } from '../../client-config/dialer.ts'
import type { ServerQuirks } from '../faults.ts'

/** Finds the dialer of an egress selection; undefined for one that is not configured. */
export type Egress = (selection: string) => Dialer | undefined

/** The dialer of a selection, or a direct one without it. */
export function through(egress: Egress, selection: string): Dialer {
  return egress(selection) ?? direct
}

/** The dialer of connections with the store. */
export function storageDialer(egress: Egress, quirks: ServerQuirks): Dialer {
  const selected = egress('etcd')
  return selected === undefined || quirks.fault('egress-not-used-for-storage') ? direct : selected
}
