import type { KeyedProvider } from '#kit/launch.ts'

/** Returns the faults that leave data of a provider unencrypted in the store. */
export function plainStorageFaults(provider: KeyedProvider): readonly string[] {
  return ['encryption-config-ignored', `${provider}-stores-plain`, `${provider}-stores-base64`]
}

/** Returns the faults that leave data of a provider unencrypted in the store, or without the name of its key. */
export function unnamedKeyFaults(provider: KeyedProvider): readonly string[] {
  return [...plainStorageFaults(provider), `${provider}-key-name-not-stored`]
}
