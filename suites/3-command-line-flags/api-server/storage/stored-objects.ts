import { parse } from 'yaml'
import type { ApiServer } from '#harness/programs/api-server.ts'
import type { Etcd, StoredEntry } from '#mocks/etcd/index.ts'
import { createObject } from '../../../shared/objects.ts'

/** Value of every config map that is created here, which the stored bytes contain. */
export const marker = 'a-value-that-nothing-else-holds'

/** Creates a config map in the namespace default. */
export async function makeConfigMap(server: ApiServer, name: string): Promise<void> {
  await createObject(server, '/api/v1/namespaces/default/configmaps', {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name },
    data: { marker },
  })
}

/** Returns the store entries of the object with a unique name. */
export function entriesNamed(etcd: Etcd, name: string): StoredEntry[] {
  return etcd.entries().filter(({ key }) => key.endsWith(`/${name}`))
}

/** Returns the form of a stored config map: JSON text, YAML text, or other bytes that contain its value. */
export function encodingOf({ value }: StoredEntry): 'json' | 'yaml' | 'binary' | 'unknown' {
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
