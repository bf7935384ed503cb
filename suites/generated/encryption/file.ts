import { encryptionConfiguration } from '../../shared/encryption/configuration.ts'
import type { ResourceEntry, Provider } from './model.ts'

const keyLength = 32

/** Returns the bytes of a key, which repeat its name and thus differ between keys. */
export function secretOf(name: string): Buffer {
  return Buffer.alloc(keyLength, `${name}/`)
}

/** Returns the file with the given entries. */
export function fileOf(entries: readonly ResourceEntry[]): object {
  return encryptionConfiguration(
    entries.map(({ resources, providers }) => ({ resources, providers: providers.map(providerEntryOf) })),
  )
}

function providerEntryOf(provider: Provider): object {
  if (provider === 'identity') return { identity: {} }
  const keys = provider.keys.map((name) => ({ name, secret: secretOf(name).toString('base64') }))
  return { [provider.provider]: { keys } }
}
