import type { KeyedProvider } from '#harness/at-rest/sealed-form.ts'

type Claim = readonly [faults: readonly string[], titles: readonly string[]]

/** The faults of a rule from what each group of them breaks; what stands twice is added up. */
export function claims(...all: readonly Claim[]): Record<string, string[]> {
  const merged: Record<string, string[]> = {}
  for (const [faults, titles] of all)
    for (const fault of faults) merged[fault] = [...new Set([...(merged[fault] ?? []), ...titles])]
  return merged
}

/** Under these, data of a provider can be read in the store. */
export function unsealed(provider: KeyedProvider): readonly string[] {
  return ['encryption-config-ignored', `${provider}-stores-plain`, `${provider}-stores-base64`]
}

/** Under these, data of a provider can be read in the store, or has not the name of its key. */
export function unnamed(provider: KeyedProvider): readonly string[] {
  return [...unsealed(provider), `${provider}-key-name-not-stored`]
}
