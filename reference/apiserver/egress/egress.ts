import { type Dialer, dialDirectly } from '../../client-config/dialer.ts'
import { fault } from '../../quirks/quirks.ts'

/** Returns the dialer of an egress selection; undefined if it is not configured. */
export type Egress = (selection: string) => Dialer | undefined

/** Returns the dialer of a selection, or a direct dialer if the selection is not configured. */
export function dialerOf(egress: Egress, selection: string): Dialer {
  return egress(selection) ?? dialDirectly
}

/** Returns the dialer for connections to the store. */
export function storageDialer(egress: Egress): Dialer {
  const etcdDialer = egress('etcd')
  return etcdDialer === undefined || fault('egress-not-used-for-storage') ? dialDirectly : etcdDialer
}
