import { excluded } from '#harness/check/rule.ts'

const section = 'EncryptionConfiguration'

excluded({
  id: 'encryption.file.versioning',
  says: 'v1 has EncryptionConfiguration with its types, and v1alpha1 lacks them.',
  source: { document: 1, section: 'Versioning', row: 'EncryptionConfiguration and its types' },
  excluded: {
    reason:
      'The same as in the table of kinds: encryption.file.complete uses each type in v1, and encryption.file.version refuses v1alpha1.',
  },
})

excluded({
  id: 'encryption.keys.lengths-again',
  says: 'The lengths of keys stand beside AESConfiguration and SecretboxConfiguration too.',
  source: { document: 1, section, row: 'AESConfiguration, SecretboxConfiguration: key length' },
  excluded: {
    reason:
      'The same numbers as in the table of limits: encryption.aescbc.key-length, encryption.aesgcm.key-length and encryption.secretbox.key-length judge them.',
  },
})

excluded({
  id: 'encryption.file.members',
  says: 'The only member of the kind is resources.',
  source: { document: 1, section: 'Kinds', row: 'EncryptionConfiguration: members' },
  excluded: {
    reason: 'A list of one name: encryption.file.required refuses a file without it.',
  },
})
