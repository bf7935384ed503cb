import { formerly } from '#kit'
import type { Changes } from '../../shared/configuration/apply-changes.ts'
import { declareOpenRules } from '../../shared/configuration/open-rules.ts'
import { keysPaths, singleProviderEntry } from '#documents/1/encryption.ts'
import { completeFile, secretOf } from './complete-file.ts'
import { configurationFile } from '../../shared/configuration/configuration-file.ts'

const files = configurationFile({ kind: 'encryption', base: completeFile })

const provider = `${singleProviderEntry}.providers.0`
const names = (...resources: readonly string[]): Changes => ({
  [`${singleProviderEntry}.resources`]: resources,
})
const url = (secret: string): string => `-_${secret.slice(2)}`

declareOpenRules('encryption.open.', 'EncryptionConfiguration (v1)', files, {
  'unknown-fields': {
    says: 'Unspecified: whether unknown fields make a file invalid.',
    section: 'What the service does',
    rows: ['typed object'],
    aspect: 'unknown fields of encryption',
    cases: {
      'an unknown field at the top level': formerly('a field that nobody names at the top', {
        providers: [],
      }),
      'an unknown field in an entry': formerly('a field that nobody names in an entry', {
        [`${singleProviderEntry}.provider`]: [],
      }),
      'an unknown field in a key': formerly('a field that nobody names in a key', {
        [`${keysPaths.aescbc}.0.id`]: '1',
      }),
      'an unknown provider together with a known one': formerly(
        'a member that nobody names beside another one',
        { [`${provider}.rot13`]: {} },
      ),
      'only an unknown provider': formerly('a member that nobody names alone', {
        [provider]: { rot13: {} },
      }),
    },
  },
  'empty-lists': {
    says: 'Unspecified: whether lists that are required may be empty.',
    rows: ['resources', 'providers', 'AESConfiguration.keys', 'SecretboxConfiguration.keys'],
    aspect: 'Required, empty lists',
    cases: {
      'no entries': { resources: [] },
      'an entry without resources': formerly('an entry of no resources', {
        [`${singleProviderEntry}.resources`]: [],
      }),
      'an entry without providers': formerly('an entry of no providers', {
        [`${singleProviderEntry}.providers`]: [],
      }),
      'a provider without keys': formerly('a provider of no keys', { [keysPaths.secretbox]: [] }),
    },
  },
  'other-versions': {
    says: 'Unspecified: whether there are other versions than the documented one.',
    section: 'Versioning',
    rows: ['Two versions exist'],
    aspect: 'a further one of encryption',
    cases: { 'a version v1beta1': { apiVersion: 'apiserver.config.orch.io/v1beta1' } },
  },
  'resource-forms': {
    says: 'Unspecified: the effect of other forms of resource names.',
    rows: ['resources'],
    aspect: 'of ResourceConfiguration, other forms',
    cases: {
      'a resource that does not exist': names('nowheres.nobody.example'),
      'only a star': formerly('a star alone', names('*')),
      'a resource name in every group': formerly('a name in every group', names('secrets.*')),
      'a resource name in upper case': formerly('a name in capitals', names('ServiceAccounts')),
      'an empty name': names(''),
      'a resource name that ends with a dot': formerly('a name with a dot behind it', names('endpoints.')),
    },
  },
  keys: {
    says: 'Unspecified: whether names of keys may repeat, which characters they may contain, and which variants of base64 are valid.',
    rows: ['Key.name', 'Key.secret'],
    aspect: 'form',
    cases: {
      'two keys with the same name': formerly('two keys of one name', {
        [`${keysPaths.secretbox}.0.name`]: 'one',
        [`${keysPaths.secretbox}.1.name`]: 'one',
      }),
      'a name with a colon': { [`${keysPaths.secretbox}.0.name`]: 'a:b' },
      'an empty name of a key': { [`${keysPaths.secretbox}.0.name`]: '' },
      'a secret in the URL alphabet of base64': formerly('a secret in the alphabet for URLs', {
        [`${keysPaths.secretbox}.0.secret`]: url(secretOf(32)),
      }),
      'a secret without padding': { [`${keysPaths.secretbox}.0.secret`]: secretOf(32).replace('=', '') },
      'a secret with a line break': { [`${keysPaths.secretbox}.0.secret`]: `${secretOf(32)}\n` },
    },
  },
  'identity-null': {
    says: 'Unspecified: whether a field without a value is treated as set.',
    rows: ['identity'],
    aspect: 'null',
    cases: { 'identity without a value': { [provider]: { identity: null } } },
  },
})
