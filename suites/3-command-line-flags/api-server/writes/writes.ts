import { formerly, type NamedCases } from '#kit'
import type { ApiServer, ApiRequest } from '#harness/programs/api-server.ts'
import { createObject } from '../../../shared/objects.ts'
import { mergePatchHeaders } from '../../../shared/merge-patch.ts'

/** A request that writes one config map, with its verb in authorization and audit. */
export interface Write {
  readonly verb: string
  readonly request: (maps: string) => Pick<ApiRequest, 'method' | 'path' | 'headers' | 'body'>
  /** Note in the config map before and after the write; absent without a config map. */
  readonly before?: 'old'
  readonly after?: 'new'
}

const name = 'one'
const configMapWithNote = (note: string) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name },
  data: { note },
})

/** Ways to write, by the words that complete "refuses …". */
export const writes: NamedCases<Write> = {
  'a creation by POST': {
    verb: 'create',
    request: (maps) => ({ method: 'POST', path: maps, body: configMapWithNote('new') }),
    after: 'new',
  },
  'a replacement by PUT': {
    verb: 'update',
    request: (maps) => ({ method: 'PUT', path: `${maps}/${name}`, body: configMapWithNote('new') }),
    before: 'old',
    after: 'new',
  },
  'a change by PATCH': {
    verb: 'patch',
    request: (maps) => ({
      method: 'PATCH',
      path: `${maps}/${name}`,
      headers: mergePatchHeaders,
      body: JSON.stringify({ data: { note: 'new' } }),
    }),
    before: 'old',
    after: 'new',
  },
  'a deletion by DELETE': {
    verb: 'delete',
    request: (maps) => ({ method: 'DELETE', path: `${maps}/${name}` }),
    before: 'old',
  },
  'a deletion of a collection by DELETE': formerly('a deletion of all by DELETE', {
    verb: 'deletecollection',
    request: (maps) => ({ method: 'DELETE', path: maps }),
    before: 'old',
  }),
}

let namespaceCount = 0

/** Separate namespace for one write, with the config map that exists before the write. */
export class WriteNamespace {
  readonly namespace: string
  readonly maps: string
  readonly #server: ApiServer

  private constructor(server: ApiServer, namespace: string) {
    this.namespace = namespace
    this.maps = `/api/v1/namespaces/${namespace}/configmaps`
    this.#server = server
  }

  static async for(server: ApiServer, { before }: Write): Promise<WriteNamespace> {
    const namespace = `writes-${++namespaceCount}`
    const metadata = { name: namespace }
    await createObject(server, '/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata })
    const recordedRequests = new WriteNamespace(server, namespace)
    if (before !== undefined) await createObject(server, recordedRequests.maps, configMapWithNote(before))
    return recordedRequests
  }

  /** Returns the note of the config map as the administrator reads it, or `undefined` without a config map. */
  async note(): Promise<string | undefined> {
    const { status, body } = await this.#server.request({ path: `${this.maps}/${name}` })
    if (status !== 200) return undefined
    return (JSON.parse(body) as { readonly data?: { readonly note?: string } }).data?.note
  }
}
