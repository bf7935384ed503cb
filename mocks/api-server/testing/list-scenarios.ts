import { type SendRequest, fieldOf, type ScenarioResponse } from './requests.ts'
import type { Scenario } from './scenarios.ts'

const map = (name: string, labels: object = {}) => ({ metadata: { name, labels }, data: {} })
const pod = (name: string, nodeName?: string) => ({
  metadata: { name },
  spec: { containers: [{ name: 'c', image: 'x:1' }], ...(nodeName !== undefined && { nodeName }) },
})

async function createFiveMaps(send: SendRequest, collectionPath: string): Promise<void> {
  for (const [index, name] of ['a', 'b', 'c', 'd', 'e'].entries()) {
    await send(
      `POST ${collectionPath}`,
      map(name, { n: String(index), ...(index % 2 === 0 && { even: 'yes' }) }),
    )
  }
}

/** Returns the names of a list or of the events of a watch, with other relevant fields. */
function namesOnly({ status, body }: ScenarioResponse): ScenarioResponse {
  const { items, metadata, kind, reason } = body as {
    items?: { metadata: { name: string } }[]
    metadata?: { remainingItemCount?: number; continue?: string }
    kind?: string
    reason?: string
  }
  const remainingItemCount = metadata?.remainingItemCount
  return {
    status,
    body: [
      kind,
      reason,
      items?.map(({ metadata: { name } }) => name),
      remainingItemCount,
      Boolean(metadata?.continue),
    ],
  }
}

interface Event {
  readonly type: string
  readonly object: {
    readonly kind: string
    readonly reason?: string
    readonly metadata: { readonly name?: string; readonly annotations?: object }
  }
}

/**
 * Returns events in short form. A real server chooses the moments of its bookmarks, so only the bookmarks that mark the
 * end of the initial events are kept.
 */
function comparableResponse({ status, body }: ScenarioResponse): ScenarioResponse {
  if (!Array.isArray(body)) {
    const singleBody = body as Event | { reason?: string } | ''
    if (singleBody === '') return { status, body: [] }
    if (!('type' in singleBody)) return { status, body: (singleBody as { reason?: string }).reason }
  }
  const events = [body].flat() as Event[]
  const comparableEvents = events.filter(
    ({ type, object }) => type !== 'BOOKMARK' || object.metadata.annotations !== undefined,
  )
  return {
    status,
    body: comparableEvents.map(({ type, object }) => [
      type,
      object.kind,
      object.reason,
      object.metadata.name,
      object.metadata.annotations,
    ]),
  }
}

const initialEventsQuery = 'sendInitialEvents=true&resourceVersionMatch=NotOlderThan'

/** Lists and watches to which a real API server and the mock must respond alike. */
export const listScenarios: Readonly<Record<string, Scenario>> = {
  'lists by selectors and pages': async (send, ns) => {
    const mapsPath = `/api/v1/namespaces/${ns}/configmaps`
    await createFiveMaps(send, mapsPath)
    const list = (query: string) => send(`GET ${mapsPath}?${query}`)
    const firstPage = await list('limit=2')
    const version = fieldOf(firstPage, 'metadata', 'resourceVersion')
    const secondPage = await list(
      `limit=2&continue=${encodeURIComponent(fieldOf(firstPage, 'metadata', 'continue'))}`,
    )
    await send(`DELETE ${mapsPath}/e`)
    const lastPage = await list(
      `limit=2&continue=${encodeURIComponent(fieldOf(secondPage, 'metadata', 'continue'))}`,
    )
    const selectorQueries = [
      'even',
      '!even',
      'even=yes',
      'even!=yes',
      'n in (1,3)',
      'n notin (1,3)',
      'n=1,even',
      'n=5',
    ]
    const fields = ['metadata.name=a', 'metadata.name!=a', 'metadata.name=zz', 'data.x=1']
    const versions = ['', '0', version].flatMap((text) =>
      ['', 'Exact', 'NotOlderThan'].map((match) => `resourceVersion=${text}&resourceVersionMatch=${match}`),
    )
    return [
      ...[firstPage, secondPage, lastPage].map(namesOnly),
      ...(
        await sendInSequence(selectorQueries, (text) => list(`labelSelector=${encodeURIComponent(text)}`))
      ).map(namesOnly),
      ...(await sendInSequence(fields, (text) => list(`fieldSelector=${encodeURIComponent(text)}`))).map(
        namesOnly,
      ),
      ...(await sendInSequence(versions, list)).map(namesOnly),
      namesOnly(await list('resourceVersion=x')),
      namesOnly(await list('continue=x')),
      namesOnly(await list('labelSelector=a%20b%20c')),
      namesOnly(await list('even=yes&limit=1&labelSelector=even')),
    ]
  },
  'lists pods by node and deletes many at once': async (send, ns) => {
    const podsPath = `/api/v1/namespaces/${ns}/pods`
    for (const [name, node] of [
      ['a', 'n1'],
      ['b', 'n2'],
      ['c', undefined],
    ] as const)
      await send(`POST ${podsPath}`, pod(name, node))
    return [
      namesOnly(await send(`GET ${podsPath}?fieldSelector=spec.nodeName%3Dn1`)),
      namesOnly(await send(`GET ${podsPath}?fieldSelector=spec.nodeName%3D`)),
      namesOnly(await send(`GET ${podsPath}?fieldSelector=status.phase%3DPending,spec.nodeName!%3Dn1`)),
      namesOnly(
        await send(`DELETE ${podsPath}?fieldSelector=spec.nodeName!%3Dn1`, { gracePeriodSeconds: 0 }),
      ),
      namesOnly(await send(`GET ${podsPath}`)),
    ]
  },
  'watches send existing objects and changes': async (send, ns) => {
    const mapsPath = `/api/v1/namespaces/${ns}/configmaps`
    await createFiveMaps(send, mapsPath)
    const version = fieldOf(await send(`GET ${mapsPath}`), 'metadata', 'resourceVersion')
    await send(
      `PATCH ${mapsPath}/a`,
      { metadata: { labels: { even: null } } },
      'application/merge-patch+json',
    )
    await send(
      `PATCH ${mapsPath}/b`,
      { metadata: { labels: { even: 'yes' } } },
      'application/merge-patch+json',
    )
    await send(`PATCH ${mapsPath}/c`, { data: { x: 'y' } }, 'application/merge-patch+json')
    await send(`DELETE ${mapsPath}/e`)
    const watch = (query: string) => send(`GET ${mapsPath}?watch=true&timeoutSeconds=1&${query}`)
    const queries = [
      '',
      'resourceVersion=0',
      `resourceVersion=${version}`,
      `resourceVersion=${version}&labelSelector=even`,
      `resourceVersion=${version}&fieldSelector=metadata.name%3Da`,
      `${initialEventsQuery}&allowWatchBookmarks=true`,
      initialEventsQuery,
      `${initialEventsQuery}&allowWatchBookmarks=true&resourceVersion=0`,
      `${initialEventsQuery}&allowWatchBookmarks=true&resourceVersion=${version}`,
      `${initialEventsQuery}&allowWatchBookmarks=true&labelSelector=even`,
      'sendInitialEvents=true',
      'sendInitialEvents=true&resourceVersionMatch=Exact',
      'sendInitialEvents=false&resourceVersionMatch=NotOlderThan',
      `sendInitialEvents=false&resourceVersionMatch=NotOlderThan&resourceVersion=${version}`,
      `resourceVersionMatch=NotOlderThan&resourceVersion=${version}`,
      'fieldSelector=data.x%3D1',
    ]
    // Each watch lasts a second, so they run in parallel.
    const watchResponses = await Promise.all(queries.map(watch))
    return [...watchResponses, await send(`GET ${mapsPath}/a?watch=true&timeoutSeconds=1`)].map(
      comparableResponse,
    )
  },
  'clients read only the metadata of objects': async (send, ns) => {
    const mapsPath = `/api/v1/namespaces/${ns}/configmaps`
    await send(`POST ${mapsPath}`, map('a', { x: 'y' }))
    const listMediaType = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1'
    return [
      await send(`GET ${mapsPath}`, undefined, undefined, listMediaType),
      await send(`GET ${mapsPath}/a`, undefined, undefined, listMediaType.replace('List', '')),
    ]
  },
}

async function sendInSequence<Item>(
  items: readonly Item[],
  send: (item: Item) => Promise<ScenarioResponse>,
): Promise<ScenarioResponse[]> {
  const responses: ScenarioResponse[] = []
  for (const item of items) responses.push(await send(item))
  return responses
}
