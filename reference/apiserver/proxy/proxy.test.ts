import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { parseFlags } from '../../flags/parse.ts'
import { type Dialer, dialDirectly } from '../../client-config/dialer.ts'
import { apiServerFlags } from '../flags/table.ts'
import type { ServerRequest } from '../../serving/request.ts'
import type { Json } from '../../serving/json-body.ts'
import { proxyRoute } from './routes.ts'

const objects: Readonly<Record<string, Json>> = {
  'nodes//n': {
    status: {
      addresses: [
        { type: 'InternalIP', address: 'internal.invalid' },
        { type: 'Hostname', address: 'node.invalid' },
      ],
      daemonEndpoints: { orchletEndpoint: { Port: 4711 } },
    },
  },
  'pods/x/p': { status: { podIP: 'pod.invalid' } },
}

test('requests to nodes and pods are proxied through the cluster selection', async () => {
  const backend = createServer((request, response) => response.end(`${request.method} ${request.url}`))
  backend.listen(0, '127.0.0.1')
  await once(backend, 'listening')
  const dialledTargets: string[] = []
  const dial: Dialer = (host, port) => {
    dialledTargets.push(`${host}:${port}`)
    return dialDirectly('127.0.0.1', (backend.address() as AddressInfo).port)
  }
  const route = proxyRoute({
    flags: parseFlags([], apiServerFlags),
    objects: {
      get: async (resource, namespace, name) => objects[`${resource}/${namespace}/${name}`],
      list: async () => [],
    },
    egress: (selection) => (selection === 'cluster' ? dial : undefined),
  })
  const get = (target: string) => {
    const path = target.split('?')[0] ?? ''
    const request = { method: 'GET', path, target, headers: {}, signal: new AbortController().signal }
    return route({ ...request, body: async () => '' } as unknown as ServerRequest)
  }

  expect(await get('/api/v1/nodes/http:n:/proxy/logs?a=b')).toMatchObject({
    status: 200,
    body: 'GET /logs?a=b',
  })
  expect(await get('/api/v1/namespaces/x/pods/p:8080/proxy/')).toMatchObject({ body: 'GET /' })
  await expect(get('/api/v1/namespaces/x/pods/q/proxy/')).rejects.toThrow('not found')
  expect(dialledTargets).toEqual(['node.invalid:4711', 'pod.invalid:8080'])
  backend.close()
})
