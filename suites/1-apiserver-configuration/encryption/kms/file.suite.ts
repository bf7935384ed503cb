import { accepts, refuses, rulesOf, says } from '#kit'
import { encryptionConfiguration, kmsFlags } from '../../../shared/encryption/configuration.ts'
import { encryptionTable } from '#documents/1/encryption.ts'
import { pluginsAt } from '#documents/1/encryption-kms.ts'
import { filterTable, requiredOf } from '#documents/fields.ts'
import { completeFile, completeTwin } from './complete-file.ts'
import { configurationFile } from '../../../shared/configuration/configuration-file.ts'
import { sharedKmsPlugin } from '../../../shared/peers.ts'

const { must } = rulesOf({ document: 1, section: 'EncryptionConfiguration (v1)', overlaps: true })

const requiredFields = requiredOf(
  filterTable(encryptionTable, ({ of }) => of === 'KMSConfiguration'),
  'Required',
)
const plugin = sharedKmsPlugin()
const files = configurationFile({
  kind: 'encryption',
  peer: plugin,
  base: completeFile,
  commonFlags: kmsFlags,
})

must('kms.file.complete', ['apiVersion', 'name', 'cachesize', 'endpoint', 'timeout'], () => {
  says(
    'A file is valid that uses every field of key management providers as the table says, in both versions.',
  )
  accepts('a file that uses every field', async () => {
    await files.accepts()
  }).sees('kms-v2-refused')
})

must(
  'kms.file.least',
  {
    rows: ['apiVersion', 'name', 'cachesize', 'endpoint', 'timeout'],
    aspect: 'column Required, optional fields',
  },
  () => {
    says('A plugin needs only a name and an endpoint.')
    const minimalFile = configurationFile({
      kind: 'encryption',
      peer: plugin,
      base: ({ url: endpoint }) =>
        encryptionConfiguration([
          { resources: ['secrets'], providers: [{ kms: { name: 'plugin', endpoint } }] },
        ]),
    })

    accepts('a name and an endpoint without any other field or flag', async () => {
      await minimalFile.accepts()
    }).sees('provider-kms-refused')
  },
)

must(
  'kms.provider.required',
  {
    rows: ['apiVersion', 'name', 'cachesize', 'endpoint', 'timeout'],
    aspect: 'column Required',
    twin: completeTwin,
  },
  () => {
    says(
      `Leaving out a field that the table marks as required makes the file invalid: ${requiredFields.map(({ name }) => name).join(', ')}.`,
    )
    const versions = { 'version 1': pluginsAt.v1, 'the newer version': pluginsAt.newer }

    for (const [version, provider] of Object.entries(versions)) {
      for (const { name, fault } of requiredFields)
        refuses(`a plugin of ${version} without ${name}`, async () => {
          await files.refuses({ [`${provider}.${name}`]: undefined }, name)
        }).sees(fault)
    }
  },
)
