import { accepts, expect, refuses, rulesOf, says } from '#kit'
import type { ApiServer } from '#harness/programs/api-server.ts'
import { make, usual } from './fixtures.ts'

const { must } = rulesOf({
  document: 3,
  section: 'What the service does',
  judgedBy: 'behaviour',
  capability: 'objects',
  overlaps: true,
})

const containers = [{ name: 'main', image: 'example.org/main:1' }]
const labels = { app: 'rest' }

/** Kinds in the document, each with its minimal content. */
const kinds = {
  pods: { kind: 'Pod', spec: { containers } },
  services: { kind: 'Service', spec: { ports: [{ port: 80 }] } },
  replicationcontrollers: {
    kind: 'ReplicationController',
    spec: { replicas: 0, selector: labels, template: { metadata: { labels }, spec: { containers } } },
  },
} as const

/** Returns the response to each operation on an object of a kind, and whether the object exists afterwards. */
async function lifecycleOf(server: ApiServer, plural: keyof typeof kinds) {
  const path = `/api/v1/namespaces/default/${plural}`
  const name = 'rest'
  const created = await make(server, path, { apiVersion: 'v1', metadata: { name }, ...kinds[plural] })
  const one = `${path}/${name}`
  const read = await server.request({ path: one })
  const listed = await server.request({ path })
  const changed = await server.request({
    method: 'PATCH',
    path: one,
    headers: { 'content-type': 'application/merge-patch+json' },
    body: JSON.stringify({ metadata: { labels: { changed: 'yes' } } }),
  })
  const deleted = await server.request({
    method: 'DELETE',
    path: `${one}?gracePeriodSeconds=0&propagationPolicy=Background`,
  })
  const gone = await server.request({ path: one })
  return {
    created: created.status,
    read: read.status,
    isListed: listed.body.includes(`"${name}"`),
    isChanged: changed.body.includes('"changed"'),
    deleted: deleted.status,
    gone: gone.status,
  }
}

must('apiserver.objects.operations', 'API server', () => {
  says(
    'The server validates objects, pods, services and replication controllers among them, and serves REST operations on them.',
  )
  const whole = { created: 201, read: 200, isListed: true, isChanged: true, deleted: 200, gone: 404 }
  accepts('objects of these kinds, which can be read, listed, changed and deleted', async () => {
    const server = await usual()
    const lives = Object.keys(kinds).map((plural) => lifecycleOf(server, plural as keyof typeof kinds))

    expect(await Promise.all(lives)).toEqual([whole, whole, whole])
  }).sees('replication-controllers-refused')

  refuses('a pod that has no container', async () => {
    const { status } = await make(await usual(), '/api/v1/namespaces/default/pods', {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'empty' },
      spec: { containers: [] },
    })

    expect(status).toBeGreaterThanOrEqual(400)
  }).sees('invalid-pods-stored')
})
