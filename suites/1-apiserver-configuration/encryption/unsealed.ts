import type { KeyedProvider } from '#harness/at-rest/sealed-form.ts'

/** Under these, data of a provider can be read in the store. */
export function unsealed(provider: KeyedProvider): readonly string[] {
  return ['encryption-config-ignored', `${provider}-stores-plain`, `${provider}-stores-base64`]
}

/** Under these, data of a provider can be read in the store, or has not the name of its key. */
export function unnamed(provider: KeyedProvider): readonly string[] {
  return [...unsealed(provider), `${provider}-key-name-not-stored`]
}
