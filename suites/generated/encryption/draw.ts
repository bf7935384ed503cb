import { type Arbitrary, array, constant, nat, oneof, record, tuple, uniqueArray } from 'fast-check'
import { oneOf } from '../drawn-values.ts'
import { type AtRestCase, builtInTypes, customResources, type ResourceEntry, type Provider } from './model.ts'

const keyNames = ['key-one', 'key-one-more', 'key-two'] as const

/** Draws a provider with keys, whose names begin with the name of the provider. */
const keyedProvider: Arbitrary<Provider> = tuple(
  oneOf(['aesgcm', 'secretbox', 'aescbc']),
  uniqueArray(oneOf(keyNames), { minLength: 1, maxLength: 2 }),
).map(([provider, names]) => ({ provider, keys: names.map((name) => `${provider}-${name}`) }))

const identity = constant<Provider>('identity')
const provider = oneof({ arbitrary: keyedProvider, weight: 3 }, { arbitrary: identity, weight: 1 })
const providers = uniqueArray(provider, { minLength: 1, maxLength: 3, selector: nameOf })

// Returns the name by which providers of a list are unique.
function nameOf(one: Provider): string {
  return one === 'identity' ? one : one.provider
}

const names = oneOf([...builtInTypes, ...customResources])
const groups = [
  '*.',
  '*.apps',
  '*.batch',
  '*.one.conformance.example',
  '*.conformance.example',
  '*.ps',
] as const

interface DrawnConfigurations {
  readonly named: readonly {
    readonly resources: readonly string[]
    readonly before: readonly Provider[]
    readonly after: readonly Provider[]
  }[]
  readonly wildcards: readonly { readonly wildcard: string; readonly providers: readonly Provider[] }[]
  readonly isAll: number
  readonly all: readonly Provider[]
  readonly custom: number
}

/** Returns the case of a draw. Resources that a server reads at its start stay readable. */
function caseOf({ named, wildcards, isAll, all, custom: some }: DrawnConfigurations): AtRestCase {
  const usedResources = new Set<string>()
  const namedEntries = named.flatMap(({ resources, ...rest }) => {
    const unusedResources = resources.filter((one) => !usedResources.has(one))
    for (const unusedResource of unusedResources) usedResources.add(unusedResource)
    return unusedResources.length === 0 ? [] : [{ ...rest, resources: unusedResources }]
  })
  const wildcardEntries: readonly ResourceEntry[] =
    isAll === 0
      ? [{ resources: ['*.*'], providers: all }]
      : wildcards.map(({ wildcard, providers: entryProviders }) => ({
          resources: [wildcard],
          providers: entryProviders,
        }))
  return {
    written: [
      ...namedEntries.map(({ resources, before }) => ({ resources, providers: before })),
      ...wildcardEntries,
    ],
    read: [
      ...namedEntries.map(({ resources, before, after }) => ({
        resources,
        providers: resources.every((one) => one.includes('.')) ? after : withRotatedKeys(before),
      })),
      ...wildcardEntries.map(({ resources, providers: entryProviders }) => ({
        resources,
        providers: withRotatedKeys(entryProviders),
      })),
    ],
    hasCustom: some === 0,
  }
}

/** Moves the first provider to the end, and reverses the keys of each provider. */
function withRotatedKeys(entryProviders: readonly Provider[]): readonly Provider[] {
  const reversedKeys = entryProviders.map((one) =>
    one === 'identity' ? one : { ...one, keys: one.keys.toReversed() },
  )
  return [...reversedKeys.slice(1), ...reversedKeys.slice(0, 1)]
}

const drawnConfigurations: Arbitrary<DrawnConfigurations> = record({
  named: array(
    record({
      resources: uniqueArray(names, { minLength: 1, maxLength: 2 }),
      before: providers,
      after: providers,
    }),
    { maxLength: 4 },
  ),
  wildcards: uniqueArray(record({ wildcard: oneOf(groups), providers }), {
    maxLength: 2,
    selector: ({ wildcard }) => wildcard,
  }),
  isAll: nat(3),
  all: providers,
  custom: nat(3),
})
const anyCase = drawnConfigurations.map(caseOf)
const allIncludingCustom = drawnConfigurations.map((one) => caseOf({ ...one, isAll: 0, custom: 0 }))

/**
 * Two configurations for one store. In every fourth case, an entry selects all resources, including types that are
 * defined while the server runs.
 */
export const atRestCases: readonly Arbitrary<AtRestCase>[] = [anyCase, anyCase, anyCase, allIncludingCustom]
