import { rule, test } from '#harness/check/rule.ts'
import { encryptionFiles } from '../../fixtures/encryption-files.ts'
import { completeFile, completeTwin, entries, keysOf } from './complete-file.ts'

const files = encryptionFiles(completeFile)
const kinds = { document: 1, section: 'Kinds' } as const
const section = 'EncryptionConfiguration'

const keyedProviders = ['aescbc', 'aesgcm', 'secretbox'] as const
const refusedByFault = [
  'second-encryption-entry-refused',
  'second-encrypted-resource-refused',
  'second-provider-refused',
  'resource-with-group-refused',
  'wildcard-for-core-refused',
  'wildcard-for-group-refused',
  'name-before-wildcard-refused',
  'disjoint-wildcards-in-list-refused',
  'disjoint-wildcards-between-entries-refused',
  'provider-identity-refused',
  'aesgcm-key-of-16-bytes-refused',
  'aesgcm-key-of-24-bytes-refused',
  ...keyedProviders.flatMap((name) => [
    `provider-${name}-refused`,
    `${name}-second-key-refused`,
    `${name}-key-of-32-bytes-refused`,
  ]),
]

rule(
  {
    id: 'encryption.file.complete',
    level: 'MUST',
    says: 'A file is valid that uses every field as its table says, with keys of every documented length.',
    source: { document: 1, section, row: 'providers, each member' },
    overlaps: true,
    faults: Object.fromEntries(
      refusedByFault.map((fault) => [fault, ['accepts a file that uses every field']]),
    ),
  },
  () => {
    test('accepts a file that uses every field', async () => {
      await files.accepts()
    })
  },
)

rule(
  {
    id: 'encryption.file.version',
    level: 'MUST',
    says: 'EncryptionConfiguration exists in v1 only: its apiVersion is apiserver.config.orch.io/v1.',
    source: { ...kinds, row: 'EncryptionConfiguration' },
    twin: completeTwin,
    overlaps: true,
    faults: {
      'EncryptionConfiguration-other-version-accepted': ['refuses version v1alpha1'],
      'api-version-missing-accepted': ['refuses a file without apiVersion'],
      'api-version-unknown-accepted': [
        'refuses a version that does not exist',
        'refuses v1 in the group of v1alpha1',
        'refuses v1alpha1 in the group of v1',
      ],
    },
  },
  () => {
    test('refuses a file without apiVersion', async () => {
      await files.refuses({ apiVersion: undefined }, 'apiVersion')
    })

    const near = {
      'version v1alpha1': 'apiserver.orch.io/v1alpha1',
      'a version that does not exist': 'apiserver.config.orch.io/v99',
      'v1 in the group of v1alpha1': 'apiserver.orch.io/v1',
      'v1alpha1 in the group of v1': 'apiserver.config.orch.io/v1alpha1',
    }

    test.for(near)('refuses %s', async (apiVersion) => {
      await files.refuses({ apiVersion }, 'version')
    })
  },
)

rule(
  {
    id: 'encryption.file.kind',
    level: 'MUST',
    says: 'The kind of the file equals EncryptionConfiguration.',
    source: { ...kinds, row: 'kind, EncryptionConfiguration' },
    twin: completeTwin,
    overlaps: true,
    faults: {
      'kind-missing-accepted': ['refuses a file without kind'],
      'kind-not-compared': ['refuses a kind that does not exist', 'refuses a kind that differs in case'],
      'kind-case-ignored': ['refuses a kind that differs in case'],
    },
  },
  () => {
    test('refuses a file without kind', async () => {
      await files.refuses({ kind: undefined }, 'kind')
    })

    const near = {
      'a kind that does not exist': 'EncryptionConfigurations',
      'a kind that differs in case': 'encryptionConfiguration',
    }

    test.for(near)('refuses %s', async (kind) => {
      await files.refuses({ kind }, kind)
    })
  },
)

rule(
  {
    id: 'encryption.file.types',
    level: 'MUST',
    says: 'A field holds values of its type only.',
    source: { document: 1, section, row: 'column Type' },
    twin: completeTwin,
    overlaps: true,
    faults: {
      'scalar-for-list-accepted': [
        'refuses a text where a list of texts belongs',
        'refuses an object where a list belongs',
      ],
      'number-for-string-accepted': ['refuses a number where a text belongs'],
    },
  },
  () => {
    const wrong = {
      'a text where a list of texts belongs': { [`${entries.single}.resources`]: 'deployments.apps' },
      'an object where a list belongs': { [`${entries.single}.providers`]: { identity: {} } },
      'a number where a text belongs': { [`${keysOf.aescbc}.0.name`]: 5 },
    }

    test.for<Record<string, unknown>>(wrong)('refuses %s', async (changes) => {
      await files.refuses(changes, '')
    })
  },
)
