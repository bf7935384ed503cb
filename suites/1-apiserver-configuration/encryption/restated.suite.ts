import { rulesOf } from '#kit'

const section = 'EncryptionConfiguration (v1)'

const { excluded } = rulesOf({ document: 1, section })

excluded(
  'encryption.keys.lengths-again',
  { row: 'AESConfiguration.keys', aspect: 'SecretboxConfiguration: key length' },
  'The lengths of keys are also documented at AESConfiguration and SecretboxConfiguration.',
  'The same numbers as in the table of limits: encryption.aescbc.key-length, encryption.aesgcm.key-length and encryption.secretbox.key-length judge them.',
)
