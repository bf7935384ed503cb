import { ownNamespaces } from '../admission/namespaces.ts'
import { ApiError } from '../../serving/api-error.ts'
import type { Json } from '../../serving/json-body.ts'
import type { ObjectReader } from './reader.ts'

/** Stores the namespaces that exist from the start, unless they exist already. */
export async function createOwnNamespaces(
  objects: ObjectReader,
  create: (resource: string, namespace: string, object: Json) => Promise<void>,
  log: (line: string) => void,
): Promise<void> {
  for (const name of ownNamespaces) {
    try {
      // Sequential: no request waits for these writes.
      if ((await objects.get('namespaces', '', name)) !== undefined) continue
      await create('namespaces', '', { metadata: { name } })
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) continue
      log(`namespace ${name}: ${error instanceof Error ? error.message : String(error)}`)
      return
    }
  }
}
