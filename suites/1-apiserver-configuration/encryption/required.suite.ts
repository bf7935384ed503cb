import { refuses, rulesOf, says } from '#kit'
import { encryptionTable, keysPaths, singleProviderEntry } from '#documents/1/encryption.ts'
import { filterTable, requiredByType, requiredOf } from '#documents/fields.ts'
import type { Field } from '#documents/shape.ts'
import { completeFile, completeTwin } from './complete-file.ts'
import { configurationFile } from '../../shared/configuration/configuration-file.ts'

const { must } = rulesOf({
  document: 1,
  section: 'EncryptionConfiguration (v1)',
  overlaps: true,
  twin: completeTwin,
})

const files = configurationFile({ kind: 'encryption', base: completeFile })

const areas: Readonly<Record<string, string>> = {
  EncryptionConfiguration: 'file',
  ResourceConfiguration: 'entry',
  AESConfiguration: 'provider',
  SecretboxConfiguration: 'secretbox',
}

const isInEncryptionFile = ({ of }: Field): boolean => of in areas
for (const { of, rows, aspect, fields } of requiredByType(
  filterTable(encryptionTable, isInEncryptionFile),
  'Required',
)) {
  must(`encryption.${areas[of]}.required`, { rows, aspect }, () => {
    const names = [...new Set(fields.map(({ name }) => name))].join(', ')
    says(`Leaving out a field that is required makes the file invalid: ${names}.`)
    refuses
      .for(Object.fromEntries(fields.map((field) => [field.words ?? field.name, field])))(
        '%s',
        async ({ path, name }) => {
          await files.refuses({ [path]: undefined }, name)
        },
      )
      .sees(({ fault }) => fault)
  })
}

const requiredKeyFields = requiredOf(
  filterTable(encryptionTable, ({ of }) => of === 'Key'),
  'Required',
)
const places = { 'the first key': 0, 'a later key': 1 }

must('encryption.key.required', { row: 'Key.name', aspect: 'required; Key.secret too' }, () => {
  says('Every key has a name and a secret.')
  for (const [provider, keys] of Object.entries(keysPaths))
    for (const [place, index] of Object.entries(places))
      for (const { name, fault } of requiredKeyFields)
        refuses(`${place} of ${provider} without ${name}`, async () => {
          await files.refuses({ [`${keys}.${index}.${name}`]: undefined }, name)
        }).sees(fault)
})

must(
  'encryption.provider.one-member',
  { rows: ['aesgcm', 'aescbc', 'secretbox', 'identity', 'kms'], aspect: '(each list entry sets one member)' },
  () => {
    says('Each entry of providers sets one member, of those that the table names.')
    const provider = `${singleProviderEntry}.providers.0`

    refuses('a provider without any member', async () => {
      await files.refuses({ [provider]: {} }, 'provider')
    }).sees('provider-without-member-accepted')

    refuses(
      {
        title: 'a provider with identity and a second member',
        id: 'a provider with identity beside another member',
      },
      async () => {
        await files.refuses({ [`${provider}.identity`]: {} }, 'provider')
      },
    ).sees('provider-with-two-members-accepted')

    refuses('a provider with two members that have keys', async () => {
      const { resources } = completeFile() as {
        resources: readonly { providers: readonly Record<string, unknown>[] }[]
      }
      await files.refuses({ [`${provider}.aescbc`]: resources[0]?.providers[0]?.['aescbc'] }, 'provider')
    }).sees('provider-with-two-members-accepted')
  },
)
