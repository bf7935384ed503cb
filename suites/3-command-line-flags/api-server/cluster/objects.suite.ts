import { accepts, expect, refuses, rulesOf, says } from '#kit'
import type { ApiServer } from '#harness/programs/api-server.ts'
import { createOnServer, defaultServer } from './fixtures.ts'
import { mergePatchHeaders } from '../../../shared/merge-patch.ts'

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
const objectKinds = {
  pods: { kind: 'Pod', spec: { containers } },
  services: { kind: 'Service', spec: { ports: [{ port: 80 }] } },
  replicationcontrollers: {
    kind: 'ReplicationController',
    spec: { replicas: 0, selector: labels, template: { metadata: { labels }, spec: { containers } } },
  },
} as const

/** Returns the response to each operation on an object of a kind, and whether the object exists afterwards. */
async function lifecycleOf(server: ApiServer, plural: keyof typeof objectKinds) {
  const path = `/api/v1/namespaces/default/${plural}`
  const name = 'rest'
  const createResponse = await createOnServer(server, path, {
    apiVersion: 'v1',
    metadata: { name },
    ...objectKinds[plural],
  })
  const objectPath = `${path}/${name}`
  const readResponse = await server.request({ path: objectPath })
  const listResponse = await server.request({ path })
  const patchResponse = await server.request({
    method: 'PATCH',
    path: objectPath,
    headers: mergePatchHeaders,
    body: JSON.stringify({ metadata: { labels: { changed: 'yes' } } }),
  })
  const deleteResponse = await server.request({
    method: 'DELETE',
    path: `${objectPath}?gracePeriodSeconds=0&propagationPolicy=Background`,
  })
  const deletedResponse = await server.request({ path: objectPath })
  return {
    created: createResponse.status,
    read: readResponse.status,
    isListed: listResponse.body.includes(`"${name}"`),
    isChanged: patchResponse.body.includes('"changed"'),
    deleted: deleteResponse.status,
    gone: deletedResponse.status,
  }
}

must('apiserver.objects.operations', 'API server', () => {
  says(
    'The server validates objects, pods, services and replication controllers among them, and serves REST operations on them.',
  )
  const fullLifecycle = { created: 201, read: 200, isListed: true, isChanged: true, deleted: 200, gone: 404 }
  accepts(
    {
      title:
        'pods, services and replication controllers, which can then be read, listed, changed and deleted',
      id: 'objects of these kinds, which can be read, listed, changed and deleted',
    },
    async () => {
      const server = await defaultServer()
      const lifecycles = Object.keys(objectKinds).map((plural) =>
        lifecycleOf(server, plural as keyof typeof objectKinds),
      )

      expect(await Promise.all(lifecycles)).toEqual([fullLifecycle, fullLifecycle, fullLifecycle])
    },
  ).sees('replication-controllers-refused')

  refuses('a pod that has no container', async () => {
    const { status } = await createOnServer(await defaultServer(), '/api/v1/namespaces/default/pods', {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'empty' },
      spec: { containers: [] },
    })

    expect(status).toBeGreaterThanOrEqual(400)
  }).sees('invalid-pods-stored')
})
