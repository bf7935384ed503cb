import { type Dialer, direct } from '../../client-config/dialer.ts'
import { fault } from '../../quirks/quirks.ts'

/** Returns the dialer of an egress selection; undefined if it is not configured. */
export type Egress = (selection: string) => Dialer | undefined

/** Returns the dialer of a selection, or a direct one without it. */
export function through(egress: Egress, selection: string): Dialer {
  return egress(selection) ?? direct
}

/** Returns the dialer for connections to the store. */
export function storageDialer(egress: Egress): Dialer {
  const selected = egress('etcd')
  return selected === undefined || fault('egress-not-used-for-storage') ? direct : selected
}
