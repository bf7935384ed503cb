import { refuses, rulesOf, says } from '#kit'
import { declareValueRules } from '../../../shared/configuration/value-rules.ts'
import { encryptionTable } from '#documents/1/encryption.ts'
import { pluginsAt } from '#documents/1/encryption-kms.ts'
import { mistypedOf, filterTable } from '#documents/fields.ts'
import { completeFile, completeTwin } from './complete-file.ts'
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
  commonFlags: kmsFlags,
})

const table = filterTable(encryptionTable, ({ of }) => of === 'KMSConfiguration')

must(
  'kms.provider.types',
  { rows: ['apiVersion', 'name', 'cachesize', 'endpoint', 'timeout'], aspect: 'column Type' },
  () => {
    says('A field of a plugin takes values of its type only.')
    refuses.for(mistypedOf(table))('%s', async ({ changes, subject }) => {
      await files.refuses(changes, subject)
    })
  },
)

must('kms.cachesize.version-1-only', { row: 'cachesize', aspect: 'v1 only' }, () => {
  says('cachesize is allowed only for providers of version 1.')
  refuses
    .for({ 'a positive': 5, 'the default': 1000, 'a negative': -1 })(
      {
        title: '%s cachesize together with the newer version',
        id: '%s cachesize beside the newer version',
      },
      async (cachesize) => {
        await files.refuses({ [`${pluginsAt.newer}.cachesize`]: cachesize }, 'cachesize')
      },
    )
    .sees('kms-cachesize-with-v2-accepted')
})

declareValueRules({ table, files, twin: completeTwin })
