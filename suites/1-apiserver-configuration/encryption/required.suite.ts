import { says, seeing, test } from '#harness/check/rule.ts'
import { rulesOf } from '#harness/check/rules-of.ts'
import { completeFile, completeTwin, entries, keysOf } from './complete-file.ts'
import { configurationFile } from '../../shared/configuration/configuration-file.ts'

const { must } = rulesOf({
  document: 1,
  section: 'EncryptionConfiguration (v1)',
  overlaps: true,
  twin: completeTwin,
})

const files = configurationFile({ kind: 'encryption', base: completeFile })

interface Required {
  readonly rows: readonly string[]
  readonly aspect?: string
  /** The words that complete "refuses …", where that member stands, and the fault that needs none. */
  readonly members: Readonly<Record<string, readonly [path: string, fault: string]>>
}

const tables: Readonly<Record<string, Required>> = {
  file: {
    rows: ['resources'],
    aspect: 'of EncryptionConfiguration, Required',
    members: { 'a file without resources': ['resources', 'encryption-resources'] },
  },
  entry: {
    rows: ['resources', 'providers'],
    aspect: 'of ResourceConfiguration, Required',
    members: {
      'an entry without resources': [`${entries.single}.resources`, 'encryption-entry-resources'],
      'an entry without providers': [`${entries.single}.providers`, 'providers'],
    },
  },
  provider: {
    rows: ['AESConfiguration.keys'],
    members: {
      'aescbc without keys': [keysOf.aescbc, 'aescbc-keys'],
      'aesgcm without keys': [keysOf.aesgcm, 'aesgcm-keys'],
    },
  },
  secretbox: {
    rows: ['SecretboxConfiguration.keys'],
    members: { 'secretbox without keys': [keysOf.secretbox, 'secretbox-keys'] },
  },
}

for (const [table, { rows, aspect = 'Required', members }] of Object.entries(tables)) {
  const names = Object.values(members).map(([path]) => path.split('.').at(-1))
  must(`encryption.${table}.required`, { rows, aspect }, () => {
    says(`Leaving out a field that is required makes the file invalid: ${[...new Set(names)].join(', ')}.`)
    test
      .for(members)('refuses %s', async ([path]) => {
        await files.refuses({ [path]: undefined }, path.split('.').at(-1) ?? path)
      })
      .sees(([, fault]) => `${fault}-missing-accepted`)
  })
}

const fields = {
  name: seeing(['key-name-missing-accepted'], 'name'),
  secret: seeing(['key-secret-missing-accepted'], 'secret'),
}
const places = { 'the first key': 0, 'a later key': 1 }

must('encryption.key.required', { row: 'Key.name', aspect: 'required; Key.secret too' }, () => {
  says('Every key has a name and a secret.')
  for (const [provider, keys] of Object.entries(keysOf))
    for (const [place, index] of Object.entries(places))
      test.for(fields)(`refuses ${place} of ${provider} without %s`, async (field) => {
        await files.refuses({ [`${keys}.${index}.${field}`]: undefined }, field)
      })
})

must(
  'encryption.provider.one-member',
  { rows: ['aesgcm', 'aescbc', 'secretbox', 'identity', 'kms'], aspect: '(each list entry sets one member)' },
  () => {
    says('Each entry of providers sets one member, of those that the table names.')
    const provider = `${entries.single}.providers.0`

    test('refuses a provider without any member', async () => {
      await files.refuses({ [provider]: {} }, 'provider')
    }).sees('provider-without-member-accepted')

    test(
      {
        title: 'refuses a provider with identity together with another member',
        id: 'refuses a provider with identity beside another member',
      },
      async () => {
        await files.refuses({ [`${provider}.identity`]: {} }, 'provider')
      },
    ).sees('provider-with-two-members-accepted')

    test('refuses a provider with two members that have keys', async () => {
      const { resources } = completeFile() as {
        resources: readonly { providers: readonly Record<string, unknown>[] }[]
      }
      await files.refuses({ [`${provider}.aescbc`]: resources[0]?.providers[0]?.['aescbc'] }, 'provider')
    }).sees('provider-with-two-members-accepted')
  },
)
