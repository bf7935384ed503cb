import { networkInterfaces } from 'node:os'
import type { FlagValues } from '../../flags/flag-values.ts'
import type { ServerQuirks } from '../faults.ts'
import type { Store } from '../storage/store.ts'

/** What telling members of the cluster needs. */
export interface Advertising {
  readonly flags: FlagValues
  readonly store: Store
  /** The prefix of every key. */
  readonly prefix: string
  readonly quirks: ServerQuirks
  readonly say: (line: string) => void
}

const everywhere = new Set(['0.0.0.0', '::'])

/** Tells the other members, by way of the shared store, at which address this server is. */
export async function advertise({ flags, store, prefix, quirks, say }: Advertising): Promise<void> {
  if (flags.string('endpoint-reconciler-type') === 'none') return
  const key = `${prefix.startsWith('/') ? '' : '/'}${prefix}/masterleases/${advertised(flags, quirks)}`
  try {
    // One that an earlier life left says the same.
    await store.put(key, Buffer.from('{}'), 0n)
  } catch (error) {
    say(`${key}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function advertised(flags: FlagValues, quirks: ServerQuirks): string {
  const given = flags.string('advertise-address')
  if (given !== undefined && !quirks.fault('advertise-address-ignored')) return given
  const bound = flags.string('bind-address') ?? '0.0.0.0'
  if (everywhere.has(bound)) return quirks.fault('unspecified-address-advertised') ? bound : ownAddress()
  return quirks.fault('bound-address-not-advertised') ? ownAddress() : bound
}

/** The first address of this machine that others may reach. */
function ownAddress(): string {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])
  return all.find(({ internal, family }) => !internal && family === 'IPv4')?.address ?? '127.0.0.1'
}
