import { configMap, configMaps, ordinaryUser, prober, type StateFixture } from '../fixture.ts'
import { isServed } from '../samples.ts'

/** Methods that change an existing object. */
export type Change = 'PUT' | 'PATCH' | 'DELETE'

const changes = {
  PUT: (name: string) => ({ body: JSON.stringify(configMap(name)) }),
  PATCH: () => ({
    body: '{"data":{"tier":"gold"}}',
    headers: { 'content-type': 'application/merge-patch+json' },
  }),
  DELETE: () => ({}),
} as const

/** Reports whether a change of an existing config map by an ordinary user is served. */
export async function sendChange(fixture: StateFixture, method: Change, withinMs: number): Promise<boolean> {
  const client = prober(fixture.server, 'fresh', ordinaryUser(fixture.server, 'alice'))
  const path = `${configMaps}/changed-by-${method.toLowerCase()}`
  const change = { method, path, withinMs, ...changes[method](path.split('/').at(-1) ?? '') }
  return isServed(await client.send(change))
}
