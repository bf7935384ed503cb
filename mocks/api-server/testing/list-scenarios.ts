import { type SendRequest, fieldOf, type ScenarioResponse } from './requests.ts'
import type { Scenario } from './scenarios.ts'

const map = (name: string, labels: object = {}) => ({ metadata: { name, labels }, data: {} })
const pod = (name: string, nodeName?: string) => ({
  metadata: { name },
  spec: { containers: [{ name: 'c', image: 'x:1' }], ...(nodeName !== undefined && { nodeName }) },
})

async function five(send: SendRequest, at: string): Promise<void> {
  for (const [index, name] of ['a', 'b', 'c', 'd', 'e'].entries()) {
    await send(`POST ${at}`, map(name, { n: String(index), ...(index % 2 === 0 && { even: 'yes' }) }))
  }
}

/** Returns the names of a list or of the events of a watch, with other relevant fields. */
function names({ status, body }: ScenarioResponse): ScenarioResponse {
  const { items, metadata, kind, reason } = body as {
    items?: { metadata: { name: string } }[]
    metadata?: { remainingItemCount?: number; continue?: string }
    kind?: string
    reason?: string
  }
  const left = metadata?.remainingItemCount
  return {
    status,
    body: [kind, reason, items?.map(({ metadata: { name } }) => name), left, Boolean(metadata?.continue)],
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

/** Returns events in short form. A real server chooses the moments of its bookmarks, so only marked ones are kept. */
function comparableResponse({ status, body }: ScenarioResponse): ScenarioResponse {
  if (!Array.isArray(body)) {
    const one = body as Event | { reason?: string } | ''
    if (one === '') return { status, body: [] }
    if (!('type' in one)) return { status, body: (one as { reason?: string }).reason }
  }
  const events = [body].flat() as Event[]
  const kept = events.filter(
    ({ type, object }) => type !== 'BOOKMARK' || object.metadata.annotations !== undefined,
  )
  return {
    status,
    body: kept.map(({ type, object }) => [
      type,
      object.kind,
      object.reason,
      object.metadata.name,
      object.metadata.annotations,
    ]),
  }
}

const initial = 'sendInitialEvents=true&resourceVersionMatch=NotOlderThan'

/** Lists and watches to which a real API server and the mock must respond alike. */
export const listScenarios: Readonly<Record<string, Scenario>> = {
  'lists by selectors and pages': async (send, ns) => {
    const at = `/api/v1/namespaces/${ns}/configmaps`
    await five(send, at)
    const list = (query: string) => send(`GET ${at}?${query}`)
    const first = await list('limit=2')
    const version = fieldOf(first, 'metadata', 'resourceVersion')
    const second = await list(
      `limit=2&continue=${encodeURIComponent(fieldOf(first, 'metadata', 'continue'))}`,
    )
    await send(`DELETE ${at}/e`)
    const last = await list(`limit=2&continue=${encodeURIComponent(fieldOf(second, 'metadata', 'continue'))}`)
    const selecting = [
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
      ...[first, second, last].map(names),
      ...(await inTurn(selecting, (text) => list(`labelSelector=${encodeURIComponent(text)}`))).map(names),
      ...(await inTurn(fields, (text) => list(`fieldSelector=${encodeURIComponent(text)}`))).map(names),
      ...(await inTurn(versions, list)).map(names),
      names(await list('resourceVersion=x')),
      names(await list('continue=x')),
      names(await list('labelSelector=a%20b%20c')),
      names(await list('even=yes&limit=1&labelSelector=even')),
    ]
  },
  'lists pods by node and deletes many at once': async (send, ns) => {
    const at = `/api/v1/namespaces/${ns}/pods`
    for (const [name, node] of [
      ['a', 'n1'],
      ['b', 'n2'],
      ['c', undefined],
    ] as const)
      await send(`POST ${at}`, pod(name, node))
    return [
      names(await send(`GET ${at}?fieldSelector=spec.nodeName%3Dn1`)),
      names(await send(`GET ${at}?fieldSelector=spec.nodeName%3D`)),
      names(await send(`GET ${at}?fieldSelector=status.phase%3DPending,spec.nodeName!%3Dn1`)),
      names(await send(`DELETE ${at}?fieldSelector=spec.nodeName!%3Dn1`, { gracePeriodSeconds: 0 })),
      names(await send(`GET ${at}`)),
    ]
  },
  'watches send existing objects and changes': async (send, ns) => {
    const at = `/api/v1/namespaces/${ns}/configmaps`
    await five(send, at)
    const version = fieldOf(await send(`GET ${at}`), 'metadata', 'resourceVersion')
    await send(`PATCH ${at}/a`, { metadata: { labels: { even: null } } }, 'application/merge-patch+json')
    await send(`PATCH ${at}/b`, { metadata: { labels: { even: 'yes' } } }, 'application/merge-patch+json')
    await send(`PATCH ${at}/c`, { data: { x: 'y' } }, 'application/merge-patch+json')
    await send(`DELETE ${at}/e`)
    const watch = (query: string) => send(`GET ${at}?watch=true&timeoutSeconds=1&${query}`)
    const queries = [
      '',
      'resourceVersion=0',
      `resourceVersion=${version}`,
      `resourceVersion=${version}&labelSelector=even`,
      `resourceVersion=${version}&fieldSelector=metadata.name%3Da`,
      `${initial}&allowWatchBookmarks=true`,
      initial,
      `${initial}&allowWatchBookmarks=true&resourceVersion=0`,
      `${initial}&allowWatchBookmarks=true&resourceVersion=${version}`,
      `${initial}&allowWatchBookmarks=true&labelSelector=even`,
      'sendInitialEvents=true',
      'sendInitialEvents=true&resourceVersionMatch=Exact',
      'sendInitialEvents=false&resourceVersionMatch=NotOlderThan',
      `sendInitialEvents=false&resourceVersionMatch=NotOlderThan&resourceVersion=${version}`,
      `resourceVersionMatch=NotOlderThan&resourceVersion=${version}`,
      'fieldSelector=data.x%3D1',
    ]
    // Each watch lasts a second, so they run in parallel.
    const found = await Promise.all(queries.map(watch))
    return [...found, await send(`GET ${at}/a?watch=true&timeoutSeconds=1`)].map(comparableResponse)
  },
  'metadata alone': async (send, ns) => {
    const at = `/api/v1/namespaces/${ns}/configmaps`
    await send(`POST ${at}`, map('a', { x: 'y' }))
    const accept = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1'
    return [
      await send(`GET ${at}`, undefined, undefined, accept),
      await send(`GET ${at}/a`, undefined, undefined, accept.replace('List', '')),
    ]
  },
}

async function inTurn<Item>(
  items: readonly Item[],
  send: (item: Item) => Promise<ScenarioResponse>,
): Promise<ScenarioResponse[]> {
  const found: ScenarioResponse[] = []
  for (const item of items) found.push(await send(item))
  return found
}
