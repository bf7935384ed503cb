import { expect } from '#harness/check/expect.ts'
import { rule, test } from '#harness/check/rule.ts'
import { opensBy } from '../../fixtures/kms-envelope.ts'
import { kmsSubject } from '../../fixtures/kms-servers.ts'
import { sorts } from '../../fixtures/marked-objects.ts'
import { createObject } from '../../fixtures/objects.ts'

const source = { document: 1, section: 'EncryptionConfiguration', row: 'ProviderConfiguration.kms' } as const
const versions = { v1: 'version 1', newer: 'the newer version' } as const
const each = (title: string) => Object.values(versions).map((words) => title.replace('%s', words))

// Far larger than a key in any wrapping, and small enough for every limit of objects.
const largeBytes = 20_000
const mostKeyBytes = 1_000

const titles = {
  sealed: 'what a plugin of %s encrypts cannot be read in the store, and is read by clients',
  asked: 'a plugin of %s is asked to encrypt before a write and to decrypt for another server',
  keys: 'a plugin of %s is sent less than an object has bytes',
  opened: 'what a plugin of %s decrypts opens the stored object, which nothing else does',
  spoken: 'a plugin of %s is spoken to in that version only',
} as const

/** What plugins do for objects. */
export const envelope = kmsSubject(
  {
    v1: { sort: sorts.secrets, version: 'v1' },
    newer: { sort: sorts.serviceaccounts, version: 'newer' },
  },
  ({ first, second, at }) => {
    const cases = Object.fromEntries(
      Object.entries(versions).map(([place, words]) => [words, at(place as keyof typeof versions)]),
    )

    rule(
      {
        id: 'kms.envelope.sealed',
        level: 'MUST',
        says: 'A provider with a plugin stores objects so that they can be read only by way of the server.',
        source,
        faults: { 'kms-stores-plain': each(titles.sealed), 'encryption-config-ignored': each(titles.sealed) },
      },
      () => {
        test.for(cases)(titles.sealed, async (place) => {
          const object = await place.creates()

          await first.expectSealed(object)
          await first.expectReads(object)
        })
      },
    )

    rule(
      {
        id: 'kms.envelope.plugin-asked',
        level: 'MUST',
        says: 'The transformer is backed by the plugin at the endpoint: it takes part in writing, and in reading what another server wrote.',
        source: { ...source, row: 'KMSConfiguration.endpoint' },
        faults: {
          'encryption-config-ignored': each(titles.asked),
        },
      },
      () => {
        test.for(cases)(titles.asked, async (place) => {
          const object = await place.creates()
          expect(await place.calls('Encrypt'), 'calls to encrypt').not.toEqual([])

          await second.expectReads(object)
          expect(await place.calls('Decrypt'), 'calls to decrypt').not.toEqual([])
        })
      },
    )

    rule(
      {
        id: 'kms.envelope.only-keys-travel',
        level: 'MUST',
        says: 'The transformer is an envelope: the plugin encrypts keys, and the object itself stays with the server.',
        source: { ...source, row: 'ProviderConfiguration.kms, envelope' },
        faults: {
          'kms-sends-whole-object': each(titles.keys),
          'encryption-config-ignored': [titles.keys.replace('%s', versions.v1)],
        },
      },
      () => {
        test.for(cases)(titles.keys, async (place) => {
          const { sort } = place
          await place.creates()
          const { kind, apiVersion, resource } = sort
          const annotations = { 'conformance.example/large': 'x'.repeat(largeBytes) }
          const metadata = { name: `large-${place.name}`, annotations }
          const path = `/api/v1/namespaces/default/${resource}`
          await createObject(await first.server(), path, { kind, apiVersion, metadata })

          const sizes = (await place.calls('Encrypt')).map(({ bytes = 0 }) => bytes)
          expect(sizes, 'the sizes of what was to be encrypted').not.toEqual([])
          expect(Math.max(...sizes), 'the largest of them').toBeLessThan(mostKeyBytes)
        })
      },
    )

    rule(
      {
        id: 'kms.envelope.opened-by-plugin',
        level: 'MUST',
        says: 'The key of the envelope is the one that the plugin encrypted.',
        source: { ...source, row: 'ProviderConfiguration.kms, envelope opened' },
        capability: 'sealed-form',
        faults: {
          'kms-plugin-key-not-used': each(titles.opened),
          'kms-stores-plain': each(titles.opened),
          'kms-v1-spoken-as-v2': [titles.opened.replace('%s', versions.v1)],
          'kms-v2-spoken-as-v1': [titles.opened.replace('%s', versions.newer)],
          'encryption-config-ignored': each(titles.opened),
        },
      },
      () => {
        for (const [place, words] of Object.entries(versions)) {
          test(titles.opened.replace('%s', words), async () => {
            const use = at(place as keyof typeof versions)
            const object = await use.creates()
            const { keys } = await use.plugin()

            const form = { version: place === 'v1' ? 'v1' : 'v2', name: use.name } as const
            expect(await opensBy(keys, await first.storage(), object, form)).toEqual(['as it is'])
          })
        }
      },
    )

    rule(
      {
        id: 'kms.api-version.spoken',
        level: 'MUST',
        says: 'apiVersion is the version of the interface in which the plugin is asked.',
        source: { ...source, row: 'KMSConfiguration.apiVersion' },
        faults: {
          'kms-v1-spoken-as-v2': [titles.spoken.replace('%s', versions.v1)],
          'kms-v2-spoken-as-v1': [titles.spoken.replace('%s', versions.newer)],
        },
      },
      () => {
        for (const [place, words] of Object.entries(versions)) {
          test(titles.spoken.replace('%s', words), async () => {
            const use = at(place as keyof typeof versions)
            await use.creates()
            const spoken = new Set((await use.plugin()).journal.map(({ service }) => service))

            expect([...spoken]).toEqual([place === 'v1' ? 'v1' : 'v2'])
          })
        }
      },
    )

    rule(
      {
        id: 'kms.endpoint.wire',
        level: 'UNSPECIFIED',
        says: 'The wire shape of the calls is not shown.',
        source: { document: 1, section: 'Endpoints', row: 'KMS provider' },
      },
      () => {
        test.for(cases)('what a plugin of %s is asked is recorded', async (place, check) => {
          await second.expectReads(await place.creates())
          const asked = (await place.plugin()).journal.map(({ service, method }) => `${service} ${method}`)
          check.observe('the calls', [...new Set(asked)].toSorted())
        })
      },
    )
  },
)
