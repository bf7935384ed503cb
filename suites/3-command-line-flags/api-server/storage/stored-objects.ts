import { parse } from 'yaml'
import type { ApiServer } from '#harness/programs/api-server.ts'
import type { Etcd, StoredEntry } from '#mocks/etcd/index.ts'
import { createObject } from '../../../shared/objects.ts'

/** What stands in every config map that is made here: it shows in the stored bytes. */
export const marker = 'a-value-that-nothing-else-holds'

/** Makes a config map in the namespace default. */
export async function makeConfigMap(server: ApiServer, name: string): Promise<void> {
  await createObject(server, '/api/v1/namespaces/default/configmaps', {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name },
    data: { marker },
  })
}

/** What a store holds of the object with a name that nothing else has. */
export function storedAs(etcd: Etcd, name: string): StoredEntry[] {
  return etcd.entries().filter(({ key }) => key.endsWith(`/${name}`))
}

/** The form of a stored config map: JSON text, YAML text, or bytes that are neither but hold its value. */
export function formOf({ value }: StoredEntry): 'json' | 'yaml' | 'binary' | 'unknown' {
  const text = Buffer.from(value).toString('utf8')
  if (isConfigMap(() => JSON.parse(text))) return 'json'
  if (isConfigMap(() => parse(text))) return 'yaml'
  return text.includes(marker) && text.includes('ConfigMap') ? 'binary' : 'unknown'
}

function isConfigMap(read: () => unknown): boolean {
  try {
    const value = read()
    return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'ConfigMap'
  } catch {
    return false
  }
}
