import { configMap, configMaps, ordinaryUser, createProber, type StateFixture } from '../fixture.ts'
import { isServed } from '../samples.ts'
import { mergePatchHeaders } from '../../../shared/merge-patch.ts'

/** Methods that change an existing object. */
export type Change = 'PUT' | 'PATCH' | 'DELETE'

const changesByMethod = {
  PUT: (name: string) => ({ body: JSON.stringify(configMap(name)) }),
  PATCH: () => ({
    body: '{"data":{"tier":"gold"}}',
    headers: mergePatchHeaders,
  }),
  DELETE: () => ({}),
} as const

/** Reports whether a change of an existing config map by an ordinary user is served. */
export async function sendChange(fixture: StateFixture, method: Change, withinMs: number): Promise<boolean> {
  const client = createProber(fixture.server, 'fresh', ordinaryUser(fixture.server, 'alice'))
  const path = `${configMaps}/changed-by-${method.toLowerCase()}`
  const change = { method, path, withinMs, ...changesByMethod[method](path.split('/').at(-1) ?? '') }
  return isServed(await client.send(change))
}
