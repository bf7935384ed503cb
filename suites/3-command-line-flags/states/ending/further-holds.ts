import type { HeldRequest } from '#kit'
import { mergePatchHeaders } from '../../../shared/merge-patch.ts'
import { configMap, configMaps, type StateFixture } from '../fixture.ts'
import { type HeldInStore, holdInStore } from '../holds.ts'

const created = 'held-created'
const pathOf = (name: string): string => `${configMaps}/${name}`
const data = { for: 'draining' }

/** Requests in flight that the store holds, by the words that complete "responds to". */
export const furtherHolds: Readonly<Record<string, HeldInStore>> = {
  'a request over HTTP/2': { name: 'held-http2', connection: 'http2' },
  'a creation by POST': { name: created, sort: 'write' },
  'a replacement by PUT': {
    name: 'held-put',
    sort: 'write',
    write: {
      method: 'PUT',
      path: pathOf('held-put'),
      body: JSON.stringify({ ...configMap('held-put'), data }),
    },
  },
  'a change by PATCH': {
    name: 'held-patch',
    sort: 'write',
    write: {
      method: 'PATCH',
      path: pathOf('held-patch'),
      headers: mergePatchHeaders,
      body: JSON.stringify({ data }),
    },
  },
  'a deletion by DELETE': {
    name: 'held-delete',
    sort: 'write',
    write: { method: 'DELETE', path: pathOf('held-delete') },
  },
}

/** Names of the objects that must exist before the requests. */
export const furtherHeldObjects: readonly string[] = Object.values(furtherHolds)
  .map(({ name }) => name)
  .filter((name) => name !== created)

/** Puts all requests in flight. */
export function holdFurther(fixture: StateFixture): Promise<HeldRequest[]> {
  return Promise.all(
    Object.entries(furtherHolds).map(([words, hold]) => holdInStore(fixture, { ...hold, words })),
  )
}
