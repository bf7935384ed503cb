import { excluded } from '#harness/check/rule.ts'

const section = 'EncryptionConfiguration (v1)'

excluded({
  id: 'encryption.keys.lengths-again',
  says: 'The lengths of keys are also documented at AESConfiguration and SecretboxConfiguration.',
  source: {
    document: 1,
    section,
    rows: ['AESConfiguration.keys'],
    aspect: 'SecretboxConfiguration: key length',
  },
  excluded: {
    reason:
      'The same numbers as in the table of limits: encryption.aescbc.key-length, encryption.aesgcm.key-length and encryption.secretbox.key-length judge them.',
  },
})
