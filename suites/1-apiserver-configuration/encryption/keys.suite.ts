import type { KeyedProvider } from '#harness/at-rest/sealed-form.ts'
import { says, seeing, test } from '#harness/check/rule.ts'
import { rulesOf } from '#harness/check/rules-of.ts'
import { completeFile, completeTwin, keysOf, secretOf } from './complete-file.ts'
import { configurationFile } from '../../shared/configuration/configuration-file.ts'

const { must } = rulesOf({ document: 1, section: 'Limits', overlaps: true, twin: completeTwin })

const files = configurationFile({ kind: 'encryption', base: completeFile })

interface Lengths {
  /** How the table of limits calls the row. */
  readonly rows: readonly [string]
  readonly documented: string
  /** Refused lengths by the fault that accepts them. */
  readonly refused: Readonly<Record<string, readonly number[]>>
}

const limits: Readonly<Record<KeyedProvider, Lengths>> = {
  aescbc: {
    rows: ['AES-CBC key'],
    documented: '32 bytes',
    refused: {
      'aescbc-key-too-short-accepted': [1, 15],
      'aescbc-key-of-16-bytes-accepted': [16],
      'aescbc-key-between-16-and-24-accepted': [17, 23],
      'aescbc-key-of-24-bytes-accepted': [24],
      'aescbc-key-between-24-and-32-accepted': [25, 31],
      'aescbc-key-too-long-accepted': [33, 64],
    },
  },
  aesgcm: {
    rows: ['AES-GCM key'],
    documented: '16, 24 or 32 bytes',
    refused: {
      'aesgcm-key-too-short-accepted': [1, 15],
      'aesgcm-key-between-16-and-24-accepted': [17, 23],
      'aesgcm-key-between-24-and-32-accepted': [25, 31],
      'aesgcm-key-too-long-accepted': [33, 64],
    },
  },
  secretbox: {
    rows: ['Secretbox key'],
    documented: '32 bytes',
    refused: {
      'secretbox-key-too-short-accepted': [1, 15],
      'secretbox-key-of-16-bytes-accepted': [16],
      'secretbox-key-between-16-and-24-accepted': [23],
      'secretbox-key-of-24-bytes-accepted': [24],
      'secretbox-key-between-24-and-32-accepted': [31],
      'secretbox-key-too-long-accepted': [33, 64],
    },
  },
}

for (const [provider, { rows, documented, refused }] of Object.entries(limits) as [
  KeyedProvider,
  Lengths,
][]) {
  must(`encryption.${provider}.key-length`, rows, () => {
    says(`A key of ${provider} has ${documented}.`)
    for (const [fault, lengths] of Object.entries(refused)) {
      for (const bytes of lengths)
        test(`refuses a key of ${bytes} ${bytes === 1 ? 'byte' : 'bytes'}`, async () => {
          await files.refuses({ [`${keysOf[provider]}.0.secret`]: secretOf(bytes) }, 'secret')
        }).sees(fault)
    }

    test('refuses a later key of 31 bytes', async () => {
      await files.refuses({ [`${keysOf[provider]}.1.secret`]: secretOf(31) }, 'secret')
    }).sees(`${provider}-later-key-length-unchecked`)
  })
}

const notBase64 = {
  'holds a character that base64 has not': (secret: string) => `!${secret.slice(1)}`,
  'holds a blank': (secret: string) => ` ${secret.slice(1)}`,
  'is in hexadecimal, one digit short': (secret: string) =>
    Buffer.from(secret, 'base64').toString('hex').slice(1),
}

// 32 bytes whose encoding needs the characters that the two alphabets of RFC 4648 spell otherwise.
const telling = Buffer.alloc(32, 0xfb)
const nearlyBase64 = {
  'is in the alphabet for URLs': seeing(
    ['key-secret-url-alphabet-accepted'],
    telling.toString('base64').replaceAll('+', '-').replaceAll('/', '_'),
  ),
  'lacks its padding': seeing(
    ['key-secret-unpadded-accepted'],
    telling.toString('base64').replaceAll('=', ''),
  ),
}

must('encryption.key.base64', { section: 'EncryptionConfiguration (v1)', row: 'Key.secret' }, () => {
  says('The secret of a key is the key encoded in base64.')
  for (const [provider, keys] of Object.entries(keysOf))
    test
      .for(notBase64)(`refuses a secret of ${provider} that %s`, async (broken) => {
        await files.refuses({ [`${keys}.0.secret`]: broken(secretOf(32)) }, 'secret')
      })
      .sees('key-secret-not-base64-accepted')

  test.for(nearlyBase64)('refuses a key of the right length that %s', async (secret) => {
    await files.refuses({ [`${keysOf.secretbox}.0.secret`]: secret }, 'secret')
  })
})
