import { refuses, rulesOf, says } from '#kit'
import { keysPaths } from '#documents/1/encryption.ts'
import {
  keyedProviders,
  keyLengths,
  alternativeBase64Secrets,
  invalidBase64Changes,
} from '#documents/1/encryption-keys.ts'
import { completeFile, completeTwin, secretOf } from './complete-file.ts'
import { configurationFile } from '../../shared/configuration/configuration-file.ts'

const { must } = rulesOf({ document: 1, section: 'Limits', overlaps: true, twin: completeTwin })

const files = configurationFile({ kind: 'encryption', base: completeFile })

for (const provider of keyedProviders) {
  const { row, documentedLength, refusedLengths } = keyLengths[provider]
  must(`encryption.${provider}.key-length`, row, () => {
    says(`A key of ${provider} has ${documentedLength}.`)
    for (const [words, lengths] of Object.entries(refusedLengths)) {
      for (const bytes of lengths)
        refuses(`a key of ${bytes} ${bytes === 1 ? 'byte' : 'bytes'}`, async () => {
          await files.refuses({ [`${keysPaths[provider]}.0.secret`]: secretOf(bytes) }, 'secret')
        }).sees(`${provider}-key-${words.replaceAll(' ', '-')}-accepted`)
    }

    refuses('a later key of 31 bytes', async () => {
      await files.refuses({ [`${keysPaths[provider]}.1.secret`]: secretOf(31) }, 'secret')
    }).sees(`${provider}-later-key-length-unchecked`)
  })
}

must('encryption.key.base64', { section: 'EncryptionConfiguration (v1)', row: 'Key.secret' }, () => {
  says('The secret of a key is the key encoded in base64.')
  for (const [provider, keys] of Object.entries(keysPaths))
    refuses
      .for(invalidBase64Changes)(`a secret of ${provider} that %s`, async (broken) => {
        await files.refuses({ [`${keys}.0.secret`]: broken(secretOf(32)) }, 'secret')
      })
      .sees('key-secret-not-base64-accepted')

  refuses
    .for(alternativeBase64Secrets)('a key of the right length that %s', async ({ secret }) => {
      await files.refuses({ [`${keysPaths.secretbox}.0.secret`]: secret }, 'secret')
    })
    .sees(({ fault }) => fault)
})
