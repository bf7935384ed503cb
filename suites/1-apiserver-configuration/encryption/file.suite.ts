import { rule, test } from '#harness/check/rule.ts'
import { encryptionFiles } from '../../fixtures/encryption-files.ts'
import { kindRules } from '../../fixtures/kind-rules.ts'
import { completeFile, completeTwin, entries, keysOf } from './complete-file.ts'

const files = encryptionFiles(completeFile)
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

kindRules({
  area: 'encryption',
  name: 'EncryptionConfiguration',
  versions: 'v1',
  members: 'resources',
  neighbour: 'AuthenticationConfiguration',
  section,
  files,
  twin: completeTwin,
  mistyped: {
    'a text where a list of texts belongs': {
      changes: { [`${entries.single}.resources`]: 'deployments.apps' },
      faults: ['scalar-for-list-accepted'],
    },
    'an object where a list belongs': {
      changes: { [`${entries.single}.providers`]: { identity: {} } },
      faults: ['scalar-for-list-accepted'],
    },
    'a number where a text belongs': {
      changes: { [`${keysOf.aescbc}.0.name`]: 5 },
      faults: ['number-for-string-accepted'],
    },
  },
})
