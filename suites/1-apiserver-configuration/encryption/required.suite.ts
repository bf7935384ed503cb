import { rule, test } from '#harness/check/rule.ts'
import { encryptionFiles } from '../../fixtures/encryption-files.ts'
import { completeFile, completeTwin, entries, keysOf } from './complete-file.ts'

const files = encryptionFiles(completeFile)
const source = { document: 1, section: 'EncryptionConfiguration' } as const
const shared = { level: 'MUST', twin: completeTwin, overlaps: true } as const

interface Required {
  readonly row: string
  /** The words that complete "refuses …", where that member stands, and the fault that needs none. */
  readonly members: Readonly<Record<string, readonly [path: string, fault: string]>>
}

const tables: Readonly<Record<string, Required>> = {
  file: {
    row: 'EncryptionConfiguration.resources',
    members: { 'a file without resources': ['resources', 'encryption-resources'] },
  },
  entry: {
    row: 'ResourceConfiguration',
    members: {
      'an entry without resources': [`${entries.single}.resources`, 'encryption-entry-resources'],
      'an entry without providers': [`${entries.single}.providers`, 'providers'],
    },
  },
  provider: {
    row: 'AESConfiguration',
    members: {
      'aescbc without keys': [keysOf.aescbc, 'aescbc-keys'],
      'aesgcm without keys': [keysOf.aesgcm, 'aesgcm-keys'],
    },
  },
  secretbox: {
    row: 'SecretboxConfiguration',
    members: { 'secretbox without keys': [keysOf.secretbox, 'secretbox-keys'] },
  },
}

for (const [table, { row, members }] of Object.entries(tables)) {
  const names = Object.values(members).map(([path]) => path.split('.').at(-1))
  rule(
    {
      ...shared,
      id: `encryption.${table}.required`,
      says: `Leaving out a field that is required makes the file invalid: ${[...new Set(names)].join(', ')}.`,
      source: { ...source, row: `${row}, column Required` },
      faults: Object.fromEntries(
        Object.entries(members).map(([words, [, fault]]) => [
          `${fault}-missing-accepted`,
          [`refuses ${words}`],
        ]),
      ),
    },
    () => {
      test.for(members)('refuses %s', async ([path]) => {
        await files.refuses({ [path]: undefined }, path.split('.').at(-1) ?? path)
      })
    },
  )
}

const fields = { name: 'name', secret: 'secret' }
const places = { 'the first key': 0, 'a later key': 1 }

rule(
  {
    ...shared,
    id: 'encryption.key.required',
    says: 'Every key has a name and a secret.',
    source: { ...source, row: 'Key.name, required; Key.secret too' },
    faults: Object.fromEntries(
      Object.keys(fields).map((field) => [
        `key-${field}-missing-accepted`,
        Object.keys(keysOf).flatMap((provider) =>
          Object.keys(places).map((place) => `refuses ${place} of ${provider} without ${field}`),
        ),
      ]),
    ),
  },
  () => {
    for (const [provider, keys] of Object.entries(keysOf))
      for (const [place, index] of Object.entries(places))
        test.for(fields)(`refuses ${place} of ${provider} without %s`, async (field) => {
          await files.refuses({ [`${keys}.${index}.${field}`]: undefined }, field)
        })
  },
)

rule(
  {
    ...shared,
    id: 'encryption.provider.one-member',
    says: 'Each entry of providers sets one member, of those that the table names.',
    source: { ...source, row: 'ProviderConfiguration (each list entry sets one member)' },
    faults: {
      'provider-without-member-accepted': ['refuses a provider without any member'],
      'provider-with-two-members-accepted': [
        'refuses a provider with two members that have keys',
        'refuses a provider with identity beside another member',
      ],
    },
  },
  () => {
    const provider = `${entries.single}.providers.0`

    test('refuses a provider without any member', async () => {
      await files.refuses({ [provider]: {} }, 'provider')
    })

    test('refuses a provider with identity beside another member', async () => {
      await files.refuses({ [`${provider}.identity`]: {} }, 'provider')
    })

    test('refuses a provider with two members that have keys', async () => {
      const { resources } = completeFile() as {
        resources: readonly { providers: readonly Record<string, unknown>[] }[]
      }
      await files.refuses({ [`${provider}.aescbc`]: resources[0]?.providers[0]?.['aescbc'] }, 'provider')
    })
  },
)
