import { type Cases, says, seeing, test } from '#harness/check/rule.ts'
import { rulesOf } from '#harness/check/rules-of.ts'
import { completeFile, completeTwin, providers } from './complete-file.ts'
import { configurationFile } from '../../../shared/configuration/configuration-file.ts'
import { sharedKmsPlugin } from '../../../shared/peers.ts'
import { kmsFlags } from '../../../shared/encryption/configuration.ts'

const { must } = rulesOf({
  document: 1,
  section: 'EncryptionConfiguration (v1)',
  overlaps: true,
  twin: completeTwin,
})

const files = configurationFile({
  kind: 'encryption',
  peer: sharedKmsPlugin(),
  base: completeFile,
  beside: kmsFlags,
})

must(
  'kms.provider.types',
  { rows: ['apiVersion', 'name', 'cachesize', 'endpoint', 'timeout'], aspect: 'column Type' },
  () => {
    says('A field of a plugin takes values of its type only.')
    const mistyped: Cases<Record<string, unknown>> = {
      'a cachesize that is a word': seeing(['string-for-number-accepted'], { cachesize: 'many' }),
      'a cachesize that is a text': seeing(['string-for-number-accepted'], { cachesize: '10' }),
      'a cachesize that is no whole number': { cachesize: 1.5 },
      'a cachesize that needs more than 32 bits': { cachesize: 2 ** 31 },
      'a timeout without a unit': seeing(['broken-duration-accepted'], { timeout: '3' }),
      'a timeout that is a word': seeing(['broken-duration-accepted'], { timeout: 'soon' }),
      'an apiVersion that is a list': { apiVersion: ['v1'] },
    }

    test
      .for(mistyped)('refuses %s', async (fields) => {
        const changes = Object.entries(fields).map(([field, value]) => [`${providers.v1}.${field}`, value])
        // A broken duration is refused as one, whatever field holds it.
        const about = [...Object.keys(fields), 'duration']
        await files.refuses(Object.fromEntries(changes) as Record<string, unknown>, about)
      })
      .sees('wrong-type-ignored')
  },
)

must('kms.cachesize.version-1-only', { row: 'cachesize', aspect: 'v1 only' }, () => {
  says('cachesize is allowed only for providers of version 1.')
  test
    .for({ 'a positive': 5, 'the default': 1000, 'a negative': -1 })(
      {
        title: 'refuses %s cachesize together with the newer version',
        id: 'refuses %s cachesize beside the newer version',
      },
      async (cachesize) => {
        await files.refuses({ [`${providers.newer}.cachesize`]: cachesize }, 'cachesize')
      },
    )
    .sees('kms-cachesize-with-v2-accepted')
})

must('kms.api-version.exists', { row: 'apiVersion', aspect: 'values' }, () => {
  says('apiVersion is a version of the interface to key management plugins.')
  test('refuses a version of the interface that does not exist', async () => {
    await files.refuses({ [`${providers.least}.apiVersion`]: 'v99' }, 'apiVersion')
  }).sees('kms-api-version-unchecked')
})
