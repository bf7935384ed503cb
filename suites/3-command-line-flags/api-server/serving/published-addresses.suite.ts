import { networkInterfaces } from 'node:os'
import { becomesTrue, currentCheck, expect, rulesOf, says, test, until } from '#kit'
import type { ApiServer } from '#harness/programs/api-server.ts'
import { startServer } from '../../../shared/api-server.ts'
import { flagRow } from '../../../shared/flags/place.ts'
import { startStorage, type Storage } from '../../../shared/storage.ts'
import { stores, listingServersByName, sniServer } from './shared-servers.ts'
import { advertisedAddress, externalName, secondAddress } from './advertised.ts'

const { must } = rulesOf()

// Long enough for a server to write its address after readiness, or with the next check after ten seconds.
const publishedWithinMs = 15_000

/** Returns the addresses that occur in a store, in a key or in a value. */
async function publishedAddresses(storage: Storage, addresses: readonly string[]): Promise<string[]> {
  const entries = await storage.keys.entries()
  return addresses.filter((address) =>
    entries.some(
      ({ key, value }) =>
        containsAddress(address, key) || containsAddress(address, Buffer.from(value).toString('latin1')),
    ),
  )
}

/** Reports whether an address occurs in a text, and not as part of a longer address. */
function containsAddress(address: string, text: string): boolean {
  return new RegExp(`(?<![\\d.])${address.replaceAll('.', '\\.')}(?![\\d.])`).test(text)
}

async function isPublished(storage: Storage, addresses: readonly string[]): Promise<boolean> {
  return becomesTrue(async () => (await publishedAddresses(storage, addresses)).length > 0, publishedWithinMs)
}

/** Stores of the server on a loopback address and of the server with certificates by host name. */
export interface ServerStores {
  readonly loopbackStore: () => Promise<Storage>
  readonly namedStore: () => Promise<Storage>
}

const loopbackServer = listingServersByName['rsa, third'].start

must('flag.advertise-address.told', flagRow('--advertise-address', 'meaning'), () => {
  says(
    'The server advertises the address to members of the cluster; empty means that of --bind-address, or the default interface if that is unspecified.',
  )
  test(
    {
      title: 'publishes the given address through the store',
      id: 'tells the given address through the store',
    },
    async () => {
      await sniServer()

      expect(await isPublished(await stores.named(), [advertisedAddress])).toBe(true)
    },
  ).sees('advertise-address-ignored')

  test(
    {
      title: 'publishes the address of --bind-address if --advertise-address is not set',
      id: 'tells the address of --bind-address without the flag',
    },
    async () => {
      await loopbackServer()

      expect(await isPublished(await stores.loopback(), ['127.0.0.1'])).toBe(true)
    },
  ).sees('bound-address-not-advertised')

  test(
    {
      title: 'publishes an address of this machine if --bind-address is 0.0.0.0',
      id: 'tells an address of this machine without either',
    },
    async (check) => {
      check.needsHost('network')
      const storage = await startStorage()
      check.defer(() => storage.stop())
      await startServer({ storage, flags: { '--bind-address': '0.0.0.0' } })
      const networkAddresses = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])
      const externalAddresses = networkAddresses
        .filter(({ internal }) => !internal)
        .map(({ address }) => address)

      expect(await isPublished(storage, externalAddresses)).toBe(true)
      expect(await publishedAddresses(storage, [advertisedAddress, '127.0.0.1'])).toEqual([])
    },
  ).sees('unspecified-address-advertised')

  test(
    {
      title:
        'publishes the address of a second server in each object of the API service with that of the first',
      id: 'publishes the address of a second server in each object of the API service',
    },
    async (check) => {
      check.needs('api-service')
      const storage = await stores.named()
      const objectsWith = (address: string) => objectsOfApiService(storage, address)
      await requestApiService(await sniServer())
      expect(
        await becomesTrue(async () => (await objectsWith(advertisedAddress)).length > 0, publishedWithinMs),
      ).toBe(true)
      const secondServer = await startServer({ storage, flags: { '--advertise-address': secondAddress } })
      await requestApiService(secondServer)
      const firstObjects = await objectsWith(advertisedAddress)
      check.observe('objects of the API service with the address of the first server', firstObjects.length)
      const isInEach = async () => {
        const secondObjects = await objectsWith(secondAddress)
        return firstObjects.every((key) => secondObjects.includes(key))
      }

      expect(firstObjects.length, 'objects with the address').toBeGreaterThan(0)
      expect(await becomesTrue(isInEach, publishedWithinMs), 'each has both addresses').toBe(true)
    },
  ).sees('address-of-second-server-unpublished')
})

/** Returns the keys of objects of the API service, such as its endpoints, that contain an address. */
async function objectsOfApiService(storage: Storage, address: string): Promise<string[]> {
  const keyPattern = new RegExp(`/default/${currentCheck().open('api.service')}(-[^/]*)?$`)
  const entries = await storage.keys.entries()
  return entries.flatMap(({ key, value }) =>
    keyPattern.test(key) && containsAddress(address, Buffer.from(value).toString('latin1')) ? [key] : [],
  )
}

/** Requests the API service, for servers that create it only for a request. */
async function requestApiService(server: ApiServer): Promise<void> {
  const path = `/api/v1/namespaces/default/services/${currentCheck().open('api.service')}`
  await until(async () => (await server.request({ path })).status === 200, {
    withinMs: publishedWithinMs,
    what: 'the API had a service',
  })
}

const places = ['/.well-known/openid-configuration', '/api', '/apis']

/** Returns the documents with URLs of the server that contain its external name. */
async function pathsWithName(server: ApiServer): Promise<string[]> {
  const responses = await Promise.all(
    places.map(async (path) => ({ path, ...(await server.request({ path })) })),
  )
  return responses.flatMap(({ path, body }) => (body.includes(externalName) ? [path] : []))
}

must('flag.external-hostname.urls', flagRow('--external-hostname', 'meaning'), () => {
  says('The host name is used in the URLs that the server publishes.')
  test(
    {
      title: 'names the host in the discovery document',
      id: 'names the host in a document that others discover it by',
    },
    async (check) => {
      const foundPaths = await pathsWithName(await sniServer())
      check.observe('documents with the name', foundPaths)

      expect(foundPaths.length).toBeGreaterThan(0)
      expect(await pathsWithName(await loopbackServer())).toEqual([])
    },
  ).sees('external-hostname-ignored')
})
