import { rule, test } from '#harness/check/rule.ts'
import { encryptionConfiguration } from '../../fixtures/encryption-configuration.ts'
import { kmsFiles } from '../../fixtures/kms-files.ts'
import { completeFile, completeTwin, providers } from './complete-file.ts'

const files = kmsFiles(completeFile)
const source = { document: 1, section: 'EncryptionConfiguration' } as const
const shared = { level: 'MUST', overlaps: true } as const

rule(
  {
    ...shared,
    id: 'kms.file.complete',
    says: 'A file is valid that uses every field of key management providers as the table says, in both versions.',
    source: { ...source, row: 'KMSConfiguration' },
    faults: {
      'provider-kms-refused': ['accepts a file that uses every field'],
      'second-encryption-entry-refused': ['accepts a file that uses every field'],
      'kms-v2-refused': ['accepts a file that uses every field'],
      'kms-cachesize-refused': ['accepts a file that uses every field'],
      'kms-negative-cachesize-refused': ['accepts a file that uses every field'],
      'kms-timeout-refused': ['accepts a file that uses every field'],
    },
  },
  () => {
    test('accepts a file that uses every field', async () => {
      await files.accepts()
    })
  },
)

rule(
  {
    ...shared,
    id: 'kms.file.least',
    says: 'A name and an endpoint are all that a plugin needs, in the file and beside it.',
    source: { ...source, row: 'KMSConfiguration, column Required, optional fields' },
    faults: { 'provider-kms-refused': ['accepts a name and an endpoint without any other field or flag'] },
  },
  () => {
    const least = kmsFiles(
      ({ url: endpoint }) =>
        encryptionConfiguration([
          { resources: ['secrets'], providers: [{ kms: { name: 'plugin', endpoint } }] },
        ]),
      () => ({}),
    )

    test('accepts a name and an endpoint without any other field or flag', async () => {
      await least.accepts()
    })
  },
)

rule(
  {
    ...shared,
    id: 'kms.provider.required',
    says: 'Leaving out a field that the table marks as required makes the file invalid: name, endpoint.',
    source: { ...source, row: 'KMSConfiguration, column Required' },
    twin: completeTwin,
    faults: {
      'kms-name-missing-accepted': [
        'refuses a plugin of version 1 without name',
        'refuses a plugin of the newer version without name',
      ],
      'kms-endpoint-missing-accepted': [
        'refuses a plugin of version 1 without endpoint',
        'refuses a plugin of the newer version without endpoint',
      ],
    },
  },
  () => {
    const versions = { 'version 1': providers.v1, 'the newer version': providers.newer }

    for (const [version, provider] of Object.entries(versions)) {
      test.for({ name: 'name', endpoint: 'endpoint' })(
        `refuses a plugin of ${version} without %s`,
        async (field) => {
          await files.refuses({ [`${provider}.${field}`]: undefined }, field)
        },
      )
    }
  },
)
