import type { Changes } from '../shape.ts'
import { encryptionKms } from './encryption-kms.ts'
import { fieldsOf, type FieldTable } from '../fields.ts'
import { encryption as between } from './between/encryption.ts'

/**
 * Paths of the keys of each provider in the complete file, which variants change. The second key of each list is valid.
 */
export const keysPaths = {
  aescbc: 'resources.0.providers.0.aescbc.keys',
  aesgcm: 'resources.1.providers.0.aesgcm.keys',
  secretbox: 'resources.2.providers.0.secretbox.keys',
} as const

/** Path of an entry of the complete file with one resource and one provider, which has keys. */
export const singleProviderEntry = 'resources.2'

/** Returns changes that give the first entry of a generated file these providers. */
export function drawnProviders(...providers: readonly object[]): Changes {
  return { 'resources.0.providers': providers }
}

/** Returns changes for a provider without keys, or with an empty list of keys. */
const drawWithoutKeys = (name: string) => (_: unknown, pick: number) =>
  drawnProviders({ [name]: [{}, { keys: [] }][pick % 2] })

/**
 * Documented properties of the fields of an EncryptionConfiguration in document 1. Its keys and wildcards have separate
 * tables.
 */
export const encryptionTable: FieldTable = {
  document: 1,
  section: 'EncryptionConfiguration (v1)',
  page: { types: 'apiserver-config-k8s-io-v1' },
  rows: [
    ...fieldsOf('EncryptionConfiguration', '', {
      resources: {
        requirement: {
          words: 'a file without resources',
          fault: 'encryption-resources-missing-accepted',
          constraint: 'no resources',
        },
      },
    }),
    ...fieldsOf('ResourceConfiguration', singleProviderEntry, {
      resources: {
        requirement: {
          words: 'an entry without resources',
          fault: 'encryption-entry-resources-missing-accepted',
          constraint: 'entry without resources',
        },
        mistypedValues: {
          'a string in place of a list of strings': {
            fault: 'scalar-for-list-accepted',
            values: ['deployments.apps'],
            formerly: 'a text where a list of texts belongs',
          },
        },
      },
      providers: {
        requirement: {
          words: 'an entry without providers',
          fault: 'providers-missing-accepted',
          constraint: 'entry without providers',
        },
        mistypedValues: {
          'an object in place of a list': {
            fault: 'scalar-for-list-accepted',
            values: [{ identity: {} }],
            formerly: 'an object where a list belongs',
          },
        },
      },
    }),
    ...fieldsOf('ProviderConfiguration', `${singleProviderEntry}.providers.0`, {
      aesgcm: {},
      aescbc: {},
      secretbox: {},
      identity: {},
      kms: {},
    }),
    ...fieldsOf(
      'AESConfiguration',
      'resources.0.providers.0.aescbc',
      {
        keys: {
          requirement: [
            {
              words: 'aescbc without keys',
              fault: 'aescbc-keys-missing-accepted',
              constraint: 'aescbc without keys',
              drawChanges: drawWithoutKeys('aescbc'),
            },
            {
              words: 'aesgcm without keys',
              path: keysPaths.aesgcm,
              fault: 'aesgcm-keys-missing-accepted',
              constraint: 'aesgcm without keys',
              drawChanges: drawWithoutKeys('aesgcm'),
            },
          ],
        },
      },
      'sentence',
    ),
    ...fieldsOf(
      'SecretboxConfiguration',
      'resources.2.providers.0.secretbox',
      {
        keys: {
          requirement: {
            words: 'secretbox without keys',
            fault: 'secretbox-keys-missing-accepted',
            constraint: 'secretbox without keys',
            drawChanges: drawWithoutKeys('secretbox'),
          },
        },
      },
      'sentence',
    ),
    ...fieldsOf(
      'Key',
      `${keysPaths.aescbc}.0`,
      {
        name: {
          requirement: { fault: 'key-name-missing-accepted' },
          mistypedValues: {
            'a number in place of a string': {
              fault: 'number-for-string-accepted',
              values: [5],
              formerly: 'a number where a text belongs',
            },
          },
        },
        secret: { requirement: { fault: 'key-secret-missing-accepted' } },
      },
      'sentence',
    ),
    ...encryptionKms,
  ],
  between,
}
