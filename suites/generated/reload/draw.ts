import { type Arbitrary, array, constant, nat, oneof, record, uniqueArray } from 'fast-check'
import { oneOf } from '../drawn-values.ts'
import type { Provider } from '../encryption/model.ts'
import type { ListedProviders, ReloadCase } from './model.ts'

const maxFiles = 4

const keyedProvider: Arbitrary<Provider> = oneOf(['aescbc', 'aesgcm', 'secretbox'] as const).map(
  (provider) => ({
    provider,
    keys: [`${provider}-drawn`],
  }),
)

const nameOf = (provider: Provider): string => (provider === 'identity' ? provider : provider.provider)
const providers = uniqueArray(oneof(keyedProvider, keyedProvider, constant<Provider>('identity')), {
  minLength: 1,
  maxLength: 3,
  selector: nameOf,
})
const drawnProviders: Arbitrary<ListedProviders> = oneof(providers, providers, providers, constant(undefined))

/** Files that replace each other while the server runs. */
export const reloadCases: Arbitrary<ReloadCase> = record({
  files: array(drawnProviders, { minLength: 2, maxLength: maxFiles }),
  restarts: array(
    nat(4).map((drawn) => drawn === 4),
    { minLength: maxFiles, maxLength: maxFiles },
  ),
})
