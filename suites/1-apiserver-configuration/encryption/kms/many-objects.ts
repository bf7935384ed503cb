import { expect, HarnessError } from '#kit'
import type { ApiServer } from '#harness/programs/api-server.ts'
import type { EncryptedServer } from '../../../shared/encryption/servers.ts'
import type { KmsUse } from './servers.ts'

// Concurrency that keeps a server busy without rejected requests.
const concurrency = 16
const collection = '/api/v1/namespaces/default/configmaps'

// Number of objects that each server has already received.
const filledCounts = new WeakMap<ApiServer, number>()

/** Creates objects until the given number exists. */
export async function fillStore(server: EncryptedServer, place: KmsUse, count: number): Promise<void> {
  await place.create()
  const api = await server.server()
  const { kind, apiVersion } = place.type
  let nextNumber = filledCounts.get(api) ?? 0
  const createObjects = async (): Promise<void> => {
    while (nextNumber < count) {
      const body = { kind, apiVersion, metadata: { name: `kept-${nextNumber++}` } }
      const { status } = await api.request({ method: 'POST', path: collection, body })
      if (![201, 409].includes(status))
        throw new HarnessError(
          'untestable',
          `POST ${collection} answered ${status} for ${body.metadata.name}.`,
        )
    }
  }
  await Promise.all(Array.from({ length: concurrency }, createObjects))
  filledCounts.set(api, Math.max(count, filledCounts.get(api) ?? 0))
}

// Long enough for a thousand calls to the plugin on a busy machine.
const listMs = 60_000

/** Reads all objects at once, and expects at least `count` objects. */
export async function listAll(server: EncryptedServer, count: number): Promise<void> {
  const { status, body } = await (await server.server()).request({ path: collection, withinMs: listMs })
  expect(status, `the status of GET ${collection}`).toBe(200)
  const { items } = JSON.parse(body) as { items: unknown[] }
  expect(items.length, 'the objects in the list').toBeGreaterThanOrEqual(count)
}
