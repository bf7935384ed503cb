import { type Dialer, direct } from '../dialer.ts'
import type { ServerQuirks } from '../faults.ts'

/** Finds the dialer of an egress selection; undefined for one that is not configured. */
export type Egress = (selection: string) => Dialer | undefined

/** Reads the egress file; without one every connection is direct; throws a Refusal. */
export async function configureEgress(file: string | undefined, quirks: ServerQuirks): Promise<Egress> {
  if (file === undefined) return () => undefined
  const { loadConfig } = await import('../config/load.ts')
  const { egressKind } = await import('../config/egress.ts')
  const { dialersOf } = await import('./dialers.ts')
  return dialersOf(await loadConfig(file, egressKind, quirks), quirks)
}

/** The dialer of a selection, or a direct one without it. */
export function through(egress: Egress, selection: string): Dialer {
  return egress(selection) ?? direct
}

/** The dialer of connections with the store. */
export function storageDialer(egress: Egress, quirks: ServerQuirks): Dialer {
  const selected = egress('etcd')
  return selected === undefined || quirks.fault('egress-not-used-for-storage') ? direct : selected
}
