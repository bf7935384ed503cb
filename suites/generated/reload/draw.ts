import { type Arbitrary, array, constant, nat, oneof, record, uniqueArray } from 'fast-check'
import { oneOf } from '../drawn-values.ts'
import type { Provider } from '../encryption/model.ts'
import type { Listed, ReloadCase } from './model.ts'

const most = 4

const keyed: Arbitrary<Provider> = oneOf(['aescbc', 'aesgcm', 'secretbox'] as const).map((provider) => ({
  provider,
  keys: [`${provider}-drawn`],
}))

const nameOf = (one: Provider): string => (one === 'identity' ? one : one.provider)
const providers = uniqueArray(oneof(keyed, keyed, constant<Provider>('identity')), {
  minLength: 1,
  maxLength: 3,
  selector: nameOf,
})
const listed: Arbitrary<Listed> = oneof(providers, providers, providers, constant(undefined))

/** Files that replace each other while the server runs. */
export const reloadCases: Arbitrary<ReloadCase> = record({
  files: array(listed, { minLength: 2, maxLength: most }),
  restarts: array(
    nat(4).map((drawn) => drawn === 4),
    { minLength: most, maxLength: most },
  ),
})
