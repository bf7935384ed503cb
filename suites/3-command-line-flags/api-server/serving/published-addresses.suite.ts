import { networkInterfaces } from 'node:os'
import { becomesTrue, expect, rulesOf, says, test } from '#kit'
import type { ApiServer } from '#harness/programs/api-server.ts'
import { startServer } from '../../../shared/api-server.ts'
import { flagRow } from '../../../shared/flags/place.ts'
import { startStorage, type Storage } from '../../../shared/storage.ts'
import { stores, listing, named } from './shared-servers.ts'
import { advertisedAddress, externalName } from './advertised.ts'

const { must } = rulesOf()

// A server writes its address after it becomes ready, and checks it about every ten seconds after that.
const publishedWithinMs = 15_000

/** Returns the addresses that occur in a store, in a key or in a value. */
async function publishedAmong(storage: Storage, addresses: readonly string[]): Promise<string[]> {
  const entries = await storage.keys.entries()
  return addresses.filter((address) =>
    entries.some(
      ({ key, value }) => isIn(address, key) || isIn(address, Buffer.from(value).toString('latin1')),
    ),
  )
}

/** Reports whether an address occurs in a text, and not as part of a longer one. */
function isIn(address: string, text: string): boolean {
  return new RegExp(`(?<![\\d.])${address.replaceAll('.', '\\.')}(?![\\d.])`).test(text)
}

async function isPublished(storage: Storage, addresses: readonly string[]): Promise<boolean> {
  return becomesTrue(async () => (await publishedAmong(storage, addresses)).length > 0, publishedWithinMs)
}

/** Stores of the servers that have one. */
export interface Stores {
  readonly loopback: () => Promise<Storage>
  readonly named: () => Promise<Storage>
}

const onLoopback = listing['rsa, third'].start

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
      await named()

      expect(await isPublished(await stores.named(), [advertisedAddress])).toBe(true)
    },
  ).sees('advertise-address-ignored')

  test(
    {
      title: 'publishes the address of --bind-address without the flag',
      id: 'tells the address of --bind-address without the flag',
    },
    async () => {
      await onLoopback()

      expect(await isPublished(await stores.loopback(), ['127.0.0.1'])).toBe(true)
    },
  ).sees('bound-address-not-advertised')

  test(
    {
      title: 'publishes an address of this machine without either flag',
      id: 'tells an address of this machine without either',
    },
    async (check) => {
      check.needsHost('network')
      const storage = await startStorage()
      check.defer(() => storage.stop())
      await startServer({ storage, flags: { '--bind-address': '0.0.0.0' } })
      const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])
      const others = own.filter(({ internal }) => !internal).map(({ address }) => address)

      expect(await isPublished(storage, others)).toBe(true)
      expect(await publishedAmong(storage, [advertisedAddress, '127.0.0.1'])).toEqual([])
    },
  ).sees('unspecified-address-advertised')
})

const places = ['/.well-known/openid-configuration', '/api', '/apis']

/** Returns the documents with URLs of the server that contain its external name. */
async function naming(server: ApiServer): Promise<string[]> {
  const answers = await Promise.all(
    places.map(async (path) => ({ path, ...(await server.request({ path })) })),
  )
  return answers.flatMap(({ path, body }) => (body.includes(externalName) ? [path] : []))
}

must('flag.external-hostname.urls', flagRow('--external-hostname', 'meaning'), () => {
  says('The host name is used in the URLs that the server publishes.')
  test(
    {
      title: 'names the host in the discovery document',
      id: 'names the host in a document that others discover it by',
    },
    async (check) => {
      const found = await naming(await named())
      check.observe('documents with the name', found)

      expect(found.length).toBeGreaterThan(0)
      expect(await naming(await onLoopback())).toEqual([])
    },
  ).sees('external-hostname-ignored')
})
