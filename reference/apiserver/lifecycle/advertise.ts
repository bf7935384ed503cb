import { networkInterfaces } from 'node:os'
import type { FlagValues } from '../../flags/flag-values.ts'
import { fault } from '../../quirks/quirks.ts'
import type { Store } from '../storage/store.ts'

/** Services for the advertisement of the server's address. */
export interface AdvertisementServices {
  readonly flags: FlagValues
  readonly store: Store
  /** Prefix of all keys. */
  readonly prefix: string
  readonly say: (line: string) => void
}

const anyAddresses = new Set(['0.0.0.0', '::'])

/** Advertises the address of this server to the other members through the shared store. */
export async function advertise({ flags, store, prefix, say }: AdvertisementServices): Promise<void> {
  if (flags.string('endpoint-reconciler-type') === 'none') return
  const key = `${prefix.startsWith('/') ? '' : '/'}${prefix}/masterleases/${advertisedAddress(flags)}`
  try {
    // A record from a previous start has the same content.
    await store.put(key, Buffer.from('{}'), 0n)
  } catch (error) {
    say(`${key}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function advertisedAddress(flags: FlagValues): string {
  const flagAddress = flags.string('advertise-address')
  if (flagAddress !== undefined && !fault('advertise-address-ignored')) return flagAddress
  const bindAddress = flags.string('bind-address') ?? '0.0.0.0'
  if (anyAddresses.has(bindAddress))
    return fault('unspecified-address-advertised') ? bindAddress : ownAddress()
  return fault('bound-address-not-advertised') ? ownAddress() : bindAddress
}

/** Returns the first address of this machine that other machines may reach. */
function ownAddress(): string {
  const interfaceAddresses = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])
  return (
    interfaceAddresses.find(({ internal, family }) => !internal && family === 'IPv4')?.address ?? '127.0.0.1'
  )
}
