import { formerly } from '#kit'
import type { Changes } from '../../../shared/configuration/apply-changes.ts'
import { declareOpenRules } from '../../../shared/configuration/open-rules.ts'
import { pluginsAt } from '#documents/1/encryption-kms.ts'
import { completeFile } from './complete-file.ts'
import { configurationFile } from '../../../shared/configuration/configuration-file.ts'
import { sharedKmsPlugin } from '../../../shared/peers.ts'
import { kmsFlags } from '../../../shared/encryption/configuration.ts'

const files = configurationFile({
  kind: 'encryption',
  peer: sharedKmsPlugin(),
  base: completeFile,
  commonFlags: kmsFlags,
})

/** Returns changes of the fields of one plugin. */
function plugin(fields: Readonly<Record<string, unknown>>): Changes {
  return Object.fromEntries(
    Object.entries(fields).map(([field, value]) => [`${pluginsAt.v1}.${field}`, value]),
  )
}

declareOpenRules('kms.file.open-', 'EncryptionConfiguration (v1)', files, {
  'api-version': {
    says: 'Unspecified: the names of the versions of the interface.',
    rows: ['apiVersion'],
    aspect: 'names',
    cases: {
      'the apiVersion v1beta1': plugin({ apiVersion: 'v1beta1' }),
      'the apiVersion v2beta1': plugin({ apiVersion: 'v2beta1', cachesize: undefined }),
      'an empty apiVersion': plugin({ apiVersion: '' }),
    },
  },
  name: {
    says: 'Unspecified: valid names of plugins, and whether two plugins may have the same name.',
    rows: ['name'],
    aspect: 'form',
    cases: {
      'an empty name': plugin({ name: '' }),
      'a name with a colon': plugin({ name: 'a:b' }),
      'the name of another plugin': plugin({ name: 'second' }),
    },
  },
  'cachesize-zero': {
    says: 'Unspecified: whether a cachesize of zero is allowed.',
    rows: ['cachesize'],
    aspect: 'zero',
    cases: { 'a cachesize of zero': plugin({ cachesize: 0 }) },
  },
  endpoint: {
    says: 'Unspecified: which other addresses than the URL of a unix socket an endpoint may have.',
    rows: ['endpoint'],
    aspect: 'form',
    cases: {
      'an endpoint with the scheme tcp': formerly(
        'an endpoint of TCP',
        plugin({ endpoint: 'tcp://127.0.0.1:1' }),
      ),
      'an endpoint with the scheme http': formerly(
        'an endpoint of http',
        plugin({ endpoint: 'http://127.0.0.1:1' }),
      ),
      'an endpoint that is a path': plugin({ endpoint: '/nonexistent/kms.sock' }),
    },
  },
  'timeout-zero': {
    says: 'Unspecified: the meaning of a timeout of zero or less.',
    rows: ['timeout'],
    aspect: 'zero',
    cases: {
      'a timeout of zero': plugin({ timeout: '0s' }),
      'a negative timeout': plugin({ timeout: '-1s' }),
    },
  },
  'unknown-fields': {
    says: 'Unspecified: whether unknown fields make a file invalid.',
    rows: ['apiVersion', 'name', 'cachesize', 'endpoint', 'timeout'],
    aspect: 'unknown fields',
    cases: {
      'an unknown field in a plugin': formerly('a field that nobody names in a plugin', plugin({ keys: [] })),
    },
  },
})
