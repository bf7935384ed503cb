import { expect, rulesOf, says, test } from '#kit'
import { openEnvelope } from './sealed-envelope.ts'
import { firstServer, secondServer, kmsFixtures } from './servers.ts'
import { resourceTypes } from '../../../shared/encryption/marked-objects.ts'
import { createObject } from '../../../shared/objects.ts'

const { must, unspecified } = rulesOf({ document: 1, section: 'EncryptionConfiguration (v1)' })
const versions = [
  ['v1', 'version 1'],
  ['newer', 'the newer version'],
] as const

// Size of an object: larger than any wrapped key, and smaller than the size limit of objects.
const largeBytes = 20_000
const maxKeyBytes = 1_000

const otherVersionFaults = { v1: 'kms-v1-spoken-as-v2', newer: 'kms-v2-spoken-as-v1' } as const

const kmsUse = kmsFixtures('envelope', {
  v1: { type: resourceTypes.secrets, version: 'v1' },
  newer: { type: resourceTypes.serviceaccounts, version: 'newer' },
})

const cases = Object.fromEntries(versions.map(([place, words]) => [words, kmsUse(place)]))

must('kms.envelope.sealed', 'kms', () => {
  says('A provider with a plugin stores objects so that they can be read only by way of the server.')
  test
    .for(cases)(
      {
        title: 'data that a plugin of %s encrypts is not in plaintext in the store, and clients can read it',
        id: 'what a plugin of %s encrypts cannot be read in the store, and is read by clients',
      },
      async (place) => {
        const object = await place.create()

        await firstServer.expectSealed(object)
        await firstServer.expectReads(object)
      },
    )
    .sees('kms-stores-plain')
})

must('kms.envelope.plugin-asked', 'endpoint', () => {
  says(
    'The transformer is backed by the plugin at the endpoint: it takes part in writing, and in reading what another server wrote.',
  )
  test
    .for(cases)(
      {
        title: 'a plugin of %s is called to encrypt before a write and to decrypt for another server',
        id: 'a plugin of %s is asked to encrypt before a write and to decrypt for another server',
      },
      async (place) => {
        const object = await place.create()
        expect(await place.calls('Encrypt'), 'calls to encrypt').not.toEqual([])

        await secondServer.expectReads(object)
        expect(await place.calls('Decrypt'), 'calls to decrypt').not.toEqual([])
      },
    )
    .sees('encryption-config-ignored')
})

must('kms.envelope.only-keys-travel', { row: 'kms', aspect: 'envelope' }, () => {
  says(
    'The transformer is an envelope: the plugin encrypts keys, and the object itself stays with the server.',
  )
  test
    .for(cases)(
      {
        title: 'a plugin of %s receives fewer bytes than an object has',
        id: 'a plugin of %s is sent less than an object has bytes',
      },
      async (place) => {
        const { type } = place
        await place.create()
        const { kind, apiVersion, resource } = type
        const annotations = { 'conformance.example/large': 'x'.repeat(largeBytes) }
        const metadata = { name: `large-${place.name}`, annotations }
        const path = `/api/v1/namespaces/default/${resource}`
        await createObject(await firstServer.server(), path, { kind, apiVersion, metadata })

        const sizes = (await place.calls('Encrypt')).map(({ bytes = 0 }) => bytes)
        expect(sizes, 'the sizes of what was to be encrypted').not.toEqual([])
        expect(Math.max(...sizes), 'the largest of them').toBeLessThan(maxKeyBytes)
      },
    )
    .sees('kms-sends-whole-object')
})

must(
  'kms.envelope.opened-by-plugin',
  { row: 'kms', aspect: 'envelope opened', capability: 'sealed-form' },
  () => {
    says('The key of the envelope is the one that the plugin encrypted.')
    for (const [place, words] of versions) {
      test(
        {
          title: `the key that a plugin of ${words} decrypts opens the stored object, and no other key does`,
          id: `what a plugin of ${words} decrypts opens the stored object, which nothing else does`,
        },
        async () => {
          const use = kmsUse(place)
          const object = await use.create()
          const { keys } = await use.plugin()

          const envelopeForm = { version: place === 'v1' ? 'v1' : 'v2', name: use.name } as const
          expect(await openEnvelope(keys, await firstServer.storage(), object, envelopeForm)).toEqual([
            'as it is',
          ])
        },
      ).sees(otherVersionFaults[place])
    }
  },
)

must('kms.api-version.spoken', 'apiVersion', () => {
  says('apiVersion is the version of the interface in which the plugin is called.')
  for (const [place, words] of versions) {
    test(
      {
        title: `a plugin of ${words} is called in that version only`,
        id: `a plugin of ${words} is spoken to in that version only`,
      },
      async () => {
        const use = kmsUse(place)
        await use.create()
        const usedServices = new Set((await use.plugin()).journal.map(({ service }) => service))

        expect([...usedServices]).toEqual([place === 'v1' ? 'v1' : 'v2'])
      },
    ).sees(otherVersionFaults[place])
  }
})

unspecified('kms.endpoint.wire', { section: 'Endpoints', row: 'KMS provider' }, () => {
  says('Unspecified: the wire shape of the calls.')
  test.for(cases)(
    { title: 'observes the requests to a plugin of %s', id: 'what a plugin of %s is asked is recorded' },
    async (place, check) => {
      await secondServer.expectReads(await place.create())
      const calls = (await place.plugin()).journal.map(({ service, method }) => `${service} ${method}`)
      check.observe('the calls', [...new Set(calls)].toSorted())
    },
  )
})
