import { type Dialer, direct } from '../dialer.ts'
import type { ServerQuirks } from '../faults.ts'

/** Finds the dialer of an egress selection; undefined for one that is not configured. */
export type Egress = (selection: string) => Dialer | undefined

/** Everything that may be sent through a selection of egress. */
export type Traffic =
  | 'storage'
  | 'authorization-webhooks'
  | 'token-webhook'
  | 'admission-webhooks'
  | 'service-webhooks'
  | 'traces'
  | 'nodes'
  | 'pods'
  | 'services'

/** Reads the egress file; without one every connection is direct; throws a Refusal. */
export async function configureEgress(file: string | undefined, quirks: ServerQuirks): Promise<Egress> {
  if (file === undefined) return () => undefined
  const { loadConfig } = await import('../config/load.ts')
  const { egressKind } = await import('../config/egress.ts')
  const { dialersOf } = await import('./dialers.ts')
  return dialersOf(await loadConfig(file, egressKind, quirks), quirks)
}

/** The dialer that a sort of traffic uses: that of the selection, or a direct one without it. */
export function through(egress: Egress, selection: string, traffic: Traffic, quirks: ServerQuirks): Dialer {
  const selected = egress(selection)
  if (selected === undefined) return direct
  return (host, port) => {
    const used = quirks.fault(`egress-not-used-for-${traffic}`) ? direct : selected
    return used(host, port)
  }
}
