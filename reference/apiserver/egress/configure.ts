import type { Egress } from './egress.ts'

/** Reads the egress file. Without a file, every connection is direct. Throws a Refusal for an invalid file. */
export async function configureEgress(file: string | undefined): Promise<Egress> {
  if (file === undefined) return () => undefined
  const { loadConfig } = await import('../config/load.ts')
  const { egressKind } = await import('../config/egress/egress.ts')
  const { dialersOf } = await import('./dialers.ts')
  return dialersOf(await loadConfig(file, egressKind))
}
