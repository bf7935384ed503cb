import { refuses, rulesOf, says } from '#kit'
import { configurationFile } from '../../shared/configuration/configuration-file.ts'
import { completeFile, completeTwin, secretOf } from './complete-file.ts'

const { must } = rulesOf({
  document: 1,
  section: 'EncryptionConfiguration (v1)',
  overlaps: true,
  twin: completeTwin,
})

const files = configurationFile({ kind: 'encryption', base: completeFile })

/** Invalid values in later entries, providers and keys of the complete file. */
const defects = {
  'the third of three aesgcm keys has 20 bytes': {
    id: 'third-aesgcm-key',
    changes: { 'resources.1.providers.0.aesgcm.keys.2.secret': secretOf(20) },
    subject: 'secret',
  },
  'the second of two secretbox keys has 31 bytes': {
    id: 'second-secretbox-key',
    changes: { 'resources.2.providers.0.secretbox.keys.1.secret': secretOf(31) },
    subject: 'secret',
  },
  'a key of the second aescbc provider has 31 bytes': {
    id: 'second-aescbc-provider',
    changes: { 'resources.0.providers.1.aescbc.keys.0.secret': secretOf(31) },
    subject: 'secret',
  },
  'a key of the last entry has 33 bytes': {
    id: 'key-of-last-entry',
    changes: { 'resources.5.providers.0.secretbox.keys.0.secret': secretOf(33) },
    subject: 'secret',
  },
  'a key of the last entry has no name': {
    id: 'name-in-last-entry',
    changes: { 'resources.5.providers.0.secretbox.keys.0.name': undefined },
    subject: 'name',
  },
  'the last entry has no providers': {
    id: 'providers-of-last-entry',
    changes: { 'resources.5.providers': undefined },
    subject: 'providers',
  },
  'the last entry has no resources': {
    id: 'resources-of-last-entry',
    changes: { 'resources.5.resources': undefined },
    subject: 'resources',
  },
  'the last entry has a wildcard that overlaps with an earlier one': {
    id: 'wildcard-in-last-entry',
    changes: { 'resources.5.resources.0': '*.apps' },
    subject: 'apps',
  },
} as const

must(
  'encryption.resources.each-is-validated',
  { row: 'resources', aspect: 'of EncryptionConfiguration, each entry' },
  () => {
    says('Each entry, provider and key of the file is validated, and not only the first.')
    for (const [words, { id, changes, subject }] of Object.entries(defects))
      refuses({ title: `a file in which ${words}`, id }, () => files.refuses(changes, subject)).sees(
        id === 'second-aescbc-provider' ? 'aescbc-key-between-24-and-32-accepted' : 'later-entries-unchecked',
      )
  },
)
