import { rulesOf, says, test } from '#kit'
import { keyedProvider, secretKey, stores } from '../../shared/encryption/configuration.ts'
import { EncryptedServer, sharedStorage } from '../../shared/encryption/servers.ts'
import { resourceTypes } from '../../shared/encryption/marked-objects.ts'

const { must } = rulesOf({ document: 1, section: 'EncryptionConfiguration (v1)' })

const { name } = secretKey('secretbox')
const entries = {
  'the first entry': { type: resourceTypes.secrets, key: { ...secretKey('secretbox'), name } },
  'the second entry': { type: resourceTypes.configmaps, key: { ...secretKey('secretbox'), name } },
  'the last entry': { type: resourceTypes.serviceaccounts, key: { ...secretKey('secretbox'), name } },
} as const

/** Server whose entries have keys of one name. */
const server = new EncryptedServer(
  sharedStorage(),
  Object.values(entries).map(({ type, key }) => stores(type.resource, keyedProvider(key))),
)

must(
  'encryption.keys.same-name',
  { row: 'Key.name', aspect: 'one name in several entries', capability: 'objects' },
  () => {
    says('A key belongs to its entry: keys of other entries may have its name.')
    test
      .for(entries)(
        { title: 'the key of %s encrypts and decrypts its resource', id: '%s' },
        async ({ type, key }) => {
          const object = await server.create(type)

          await server.expectSealedUnder(object, key)
          await server.expectReads(object)
        },
      )
      .sees((_entry, words) => (words === 'the first entry' ? undefined : 'keys-of-one-name-are-one'))
  },
)
