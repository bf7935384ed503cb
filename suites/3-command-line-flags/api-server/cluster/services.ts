import type { ApiServer } from '#harness/programs/api-server.ts'
import type { HttpAnswer } from '#kit/clients.ts'
import { createOnServer, type Service } from './fixtures.ts'

const path = '/api/v1/namespaces/default/services'
let services = 0

/** Requests a service with a new name. */
export function makeService(server: ApiServer, spec: object): Promise<HttpAnswer> {
  services += 1
  return createOnServer(server, path, {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: `service-${services}` },
    spec: { ports: [{ port: 80 }], ...spec },
  })
}

/** Requests a NodePort service, with a given port or any port. */
export function makeNodePort(server: ApiServer, nodePort?: number): Promise<HttpAnswer> {
  return makeService(server, { type: 'NodePort', ports: [{ port: 80, ...(nodePort && { nodePort }) }] })
}

/** Returns the service in a response; `undefined` if none was created. */
export function createdService({ status, body }: HttpAnswer): Service | undefined {
  return status === 201 ? (JSON.parse(body) as Service) : undefined
}
