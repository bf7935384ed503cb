import { says, seeing, test } from '#harness/check/rule.ts'
import { rulesOf } from '#harness/check/rules-of.ts'
import { encryptionConfiguration, kmsFlags } from '../../../shared/encryption/configuration.ts'
import { completeFile, completeTwin, providers } from './complete-file.ts'
import { configurationFile } from '../../../shared/configuration/configuration-file.ts'
import { sharedKmsPlugin } from '../../../shared/peers.ts'

const { must } = rulesOf({ document: 1, section: 'EncryptionConfiguration (v1)', overlaps: true })

const plugin = sharedKmsPlugin()
const files = configurationFile({
  kind: 'encryption',
  peer: plugin,
  base: completeFile,
  beside: kmsFlags,
})

must('kms.file.complete', ['apiVersion', 'name', 'cachesize', 'endpoint', 'timeout'], () => {
  says(
    'A file is valid that uses every field of key management providers as the table says, in both versions.',
  )
  test('accepts a file that uses every field', async () => {
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
    const least = configurationFile({
      kind: 'encryption',
      peer: plugin,
      base: ({ url: endpoint }) =>
        encryptionConfiguration([
          { resources: ['secrets'], providers: [{ kms: { name: 'plugin', endpoint } }] },
        ]),
    })

    test('accepts a name and an endpoint without any other field or flag', async () => {
      await least.accepts()
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
    says('Leaving out a field that the table marks as required makes the file invalid: name, endpoint.')
    const versions = { 'version 1': providers.v1, 'the newer version': providers.newer }

    for (const [version, provider] of Object.entries(versions)) {
      test.for({
        name: seeing(['kms-name-missing-accepted'], 'name'),
        endpoint: seeing(['kms-endpoint-missing-accepted'], 'endpoint'),
      })(`refuses a plugin of ${version} without %s`, async (field) => {
        await files.refuses({ [`${provider}.${field}`]: undefined }, field)
      })
    }
  },
)
