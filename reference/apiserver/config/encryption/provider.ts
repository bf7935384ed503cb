import type { Problems } from '../../../config/problems.ts'
import { freedom } from '../../../quirks/quirks.ts'
import { type KmsConfig, type ProviderConfig, keyedProviders } from './fields.ts'
import { validateKeys } from './keys.ts'

/** Checks an entry of `providers`. */
export function validateProvider(provider: ProviderConfig, path: string, problems: Problems): void {
  const members = Object.entries(provider).filter(([, value]) => value !== undefined)
  if (members.length === 0) {
    problems.require(false, path, 'must have a member', 'provider-without-member-accepted')
  } else {
    problems.require(
      members.length === 1,
      path,
      'must have one member only',
      'provider-with-two-members-accepted',
    )
  }
  for (const [name] of members) problems.forbid(true, `${path}.${name}`, `provider-${name as 'kms'}-refused`)
  for (const name of keyedProviders) {
    const keyedProvider = provider[name]
    if (keyedProvider !== undefined) validateKeys(name, keyedProvider, `${path}.${name}`, problems)
  }
  if (provider.kms !== undefined) validateKms(provider.kms, `${path}.kms`, problems)
}

function validateKms(
  { apiVersion = 'v1', endpoint = '', cachesize, timeout }: KmsConfig,
  path: string,
  problems: Problems,
): void {
  // Accepts only the address of a socket, because the documents do not specify other addresses.
  if (endpoint !== '' && !/^unix:\/\/\/[^@]/.test(endpoint)) {
    problems.add(`${path}.endpoint`, 'must be unix:// and the path of a socket')
  }
  if (cachesize !== undefined) {
    const message = 'belongs to v1 only'
    problems.require(apiVersion !== 'v2', `${path}.cachesize`, message, 'kms-cachesize-with-v2-accepted')
    problems.forbid(apiVersion === 'v1' && cachesize > 0, `${path}.cachesize`, 'kms-cachesize-refused')
    problems.forbid(
      apiVersion === 'v1' && cachesize < 0,
      `${path}.cachesize`,
      'kms-negative-cachesize-refused',
    )
    if (cachesize === 0 && !freedom('kms-cachesize-zero-accepted')) {
      problems.add(`${path}.cachesize`, 'must not be 0')
    }
  }
  if (timeout !== undefined && timeout <= 0) problems.add(`${path}.timeout`, 'must be positive')
}
