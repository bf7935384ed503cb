import { expect, rulesOf, says, test } from '#kit'
import type { KeyedProvider } from '#kit/launch.ts'
import { storedValue } from '../../shared/encryption/at-rest.ts'
import type { MarkedObject, ResourceType } from '../../shared/encryption/marked-objects.ts'
import { unnamedKeyFaults } from './malformed-values.ts'
import { sharedKeys, newKeys, oldKeys, roles } from './two-configurations.ts'
import { configurations } from './two-servers.ts'

const section = 'EncryptionConfiguration (v1)'

const { must, unspecified } = rulesOf({ document: 1, section })

const { before, after } = configurations

/** Returns the keys whose names are stored with an object, as indexes into the list. */
const recordedKeys = async (provider: KeyedProvider, object: MarkedObject): Promise<string[]> => {
  const { value } = await storedValue(await after.storage(), object)
  const keysByPlace = { first: newKeys[provider], second: sharedKeys[provider], third: oldKeys[provider] }
  return Object.entries(keysByPlace).flatMap(([place, { name }]) =>
    Buffer.from(value).includes(name) ? [place] : [],
  )
}

for (const [provider, type] of Object.entries(roles.rotated) as [KeyedProvider, ResourceType][]) {
  const kind = provider === 'secretbox' ? 'SecretboxConfiguration' : 'AESConfiguration'
  const expectWritten = async (object: MarkedObject): Promise<void> => {
    await after.expectSealed(object)
    expect(await recordedKeys(provider, object), 'the keys whose names are recorded').toHaveLength(1)
    await after.expectReads(object)
  }

  must(
    `encryption.${provider}.keys`,
    { row: `${kind}.keys`, aspect: provider, capability: 'objects' },
    () => {
      says(`Every key of ${provider} reads what it wrote, and one of them writes.`)
      test('new data has the name of a listed key', async () => {
        await expectWritten(await after.create(type))
      }).sees(...unnamedKeyFaults(provider))

      test('data of a later key is read', async () => {
        const object = await before.create(type)
        await before.expectReads(object)

        await after.expectReads(object)
      }).sees('only-first-key-reads', 'only-first-two-keys-read')

      test('data of a later key that is written again has the name of a listed key', async () => {
        await expectWritten(await after.changes(await before.create(type)))
      }).sees('only-first-key-reads', 'only-first-two-keys-read')
    },
  )
}

must(
  'encryption.keys.names-beside-each-other',
  { row: 'Key.name', aspect: 'names next to each other', capability: 'objects-of-groups' },
  () => {
    says(
      'Data is read by the key whose name is recorded with it, also where another name is the beginning of it.',
    )
    test(
      {
        title: 'data of a key is read after a key whose name is a prefix of its name',
        id: 'data of a key is read behind one whose name is its beginning',
      },
      async () => {
        const object = await before.create(roles.longName)
        await before.expectReads(object)

        await after.expectReads(object)
      },
    ).sees('key-name-prefix-taken-for-key')
  },
)

unspecified(
  'encryption.keys.writer',
  {
    rows: ['AESConfiguration.keys', 'SecretboxConfiguration.keys'],
    aspect: 'which one writes',
    capability: 'objects',
  },
  () => {
    says('Unspecified: which key of a list encrypts new data.')
    for (const [provider, type] of Object.entries(roles.rotated) as [KeyedProvider, ResourceType][])
      test(
        {
          title: `observes which of two keys of ${provider} encrypts new data`,
          id: `which of two keys of ${provider} writes is recorded`,
        },
        async (check) => {
          const object = await after.create(type)

          check.observe(`the key of ${provider} that writes`, await recordedKeys(provider, object))
        },
      )
  },
)
