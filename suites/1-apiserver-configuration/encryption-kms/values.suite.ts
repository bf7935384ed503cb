import { rule, test } from '#harness/check/rule.ts'
import { kmsFiles } from '../../fixtures/kms-files.ts'
import { completeFile, completeTwin, providers } from './complete-file.ts'

const files = kmsFiles(completeFile)
const source = { document: 1, section: 'EncryptionConfiguration' } as const
const shared = { level: 'MUST', overlaps: true } as const

rule(
  {
    ...shared,
    id: 'kms.provider.types',
    says: 'A field of a plugin takes values of its type only.',
    source: { ...source, row: 'KMSConfiguration, column Type' },
    twin: completeTwin,
    faults: {
      'wrong-type-ignored': [
        'refuses a cachesize that is a word',
        'refuses a cachesize that is no whole number',
        'refuses a cachesize that needs more than 32 bits',
        'refuses a timeout without a unit',
        'refuses a timeout that is a word',
        'refuses a cachesize that is a text',
        'refuses an apiVersion that is a list',
      ],
      'broken-duration-accepted': ['refuses a timeout without a unit', 'refuses a timeout that is a word'],
      'string-for-number-accepted': [
        'refuses a cachesize that is a word',
        'refuses a cachesize that is a text',
      ],
    },
  },
  () => {
    const mistyped = {
      'a cachesize that is a word': { cachesize: 'many' },
      'a cachesize that is a text': { cachesize: '10' },
      'a cachesize that is no whole number': { cachesize: 1.5 },
      'a cachesize that needs more than 32 bits': { cachesize: 2 ** 31 },
      'a timeout without a unit': { timeout: '3' },
      'a timeout that is a word': { timeout: 'soon' },
      'an apiVersion that is a list': { apiVersion: ['v1'] },
    }

    test.for<Record<string, unknown>>(mistyped)('refuses %s', async (fields) => {
      const changes = Object.entries(fields).map(([field, value]) => [`${providers.v1}.${field}`, value])
      await files.refuses(Object.fromEntries(changes) as Record<string, unknown>, '')
    })
  },
)

rule(
  {
    ...shared,
    id: 'kms.cachesize.version-1-only',
    says: 'cachesize is allowed only for providers of version 1.',
    source: { ...source, row: 'KMSConfiguration.cachesize, v1 only' },
    twin: completeTwin,
    faults: {
      'kms-cachesize-with-v2-accepted': [
        'refuses a positive cachesize beside the newer version',
        'refuses the default cachesize beside the newer version',
        'refuses a negative cachesize beside the newer version',
      ],
    },
  },
  () => {
    test.for({ 'a positive': 5, 'the default': 1000, 'a negative': -1 })(
      'refuses %s cachesize beside the newer version',
      async (cachesize) => {
        await files.refuses({ [`${providers.newer}.cachesize`]: cachesize }, 'cachesize')
      },
    )
  },
)

rule(
  {
    ...shared,
    id: 'kms.api-version.exists',
    says: 'apiVersion is a version of the interface to key management plugins.',
    source: { ...source, row: 'KMSConfiguration.apiVersion, values' },
    twin: completeTwin,
    faults: { 'kms-api-version-unchecked': ['refuses a version of the interface that does not exist'] },
  },
  () => {
    test('refuses a version of the interface that does not exist', async () => {
      await files.refuses({ [`${providers.least}.apiVersion`]: 'v99' }, 'apiVersion')
    })
  },
)
