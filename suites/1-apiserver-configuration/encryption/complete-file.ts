import { configurationKinds } from '../../shared/configuration/kinds.ts'
import {
  encryptionConfiguration,
  identity,
  keyedProvider,
  secretKey,
  stores,
} from '../../shared/encryption/configuration.ts'

/** Control check of every variant of the complete file. */
export const completeTwin = configurationKinds.encryption.complete

/**
 * Returns a file that uses every field of every provider without a plugin, each form of a name and disjoint wildcards.
 */
export function completeFile(): object {
  return encryptionConfiguration([
    stores(
      ['secrets', 'configmaps'],
      keyedProvider(secretKey('aescbc'), secretKey('aescbc')),
      keyedProvider(secretKey('aescbc')),
      identity,
    ),
    stores(
      'deployments.apps',
      keyedProvider(secretKey('aesgcm', 16), secretKey('aesgcm', 24), secretKey('aesgcm', 32)),
      identity,
    ),
    stores('serviceaccounts', keyedProvider(secretKey('secretbox'), secretKey('secretbox'))),
    stores('jobs.batch', identity),
    stores(['*.', '*.apps'], keyedProvider(secretKey('aescbc'))),
    stores('*.custom.conformance.example', keyedProvider(secretKey('secretbox'))),
  ])
}

/** Returns a secret of the given number of bytes, as written in the file. */
export function secretOf(bytes: number): string {
  return Buffer.from(secretKey('aesgcm', bytes).bytes).toString('base64')
}
