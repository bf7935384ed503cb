import { ApiError } from '../../serving/api-error.ts'
import type { Answer, ServerRequest } from '../../serving/request.ts'
import { attributesOf, type ResourcePath, resourcePath } from '../api/attributes.ts'
import { jsonBody } from '../../serving/json-body.ts'
import type { Apis } from '../enablement/apis.ts'
import { fault } from '../../quirks/quirks.ts'
import type { Route } from '../../serving/router.ts'
import { customResource } from './custom.ts'
import { propagationOf } from './dependents.ts'
import { Objects, type ObjectServices } from './objects.ts'
import type { ObjectReader } from './reader.ts'
import type { Resource } from '../api/resource.ts'
import { watchObjects } from './watch.ts'

/** Services for the routes of stored objects. */
export interface ObjectRouting {
  readonly resources: readonly Resource[]
  readonly services: ObjectServices
  readonly reader: ObjectReader
  readonly apis: Apis
}

/** Returns the endpoints of stored objects. */
export function objectRoute({ resources, services, reader, apis }: ObjectRouting): Route {
  return (request) => {
    const path = resourcePath(request.path)
    const resource = resources.find(
      ({ group, version, resource: name }) =>
        group === path?.group && version === path.version && name === path.resource,
    )
    if (path === undefined || !['', 'status'].includes(path.subresource)) return undefined
    if (resource === undefined) return serveCustomObjects(request, path, services, reader)
    const isRefused =
      resource.resource === 'replicationcontrollers' && fault('replication-controllers-refused')
    if (isRefused) throw new ApiError(405, `${request.method} is not possible here`)
    if (!apis.serves(resource) && !fault('switched-off-api-answers')) return undefined
    const objects = new Objects(services, resource, path.namespace)
    return path.name === ''
      ? serveCollection(request, objects, services)
      : serveObject(request, path.name, objects)
  }
}

async function serveCustomObjects(
  request: ServerRequest,
  path: ResourcePath,
  services: ObjectServices,
  reader: ObjectReader,
): Promise<Answer> {
  const resource = await customResource(path, reader)
  if (resource === undefined) throw new ApiError(404, `${request.path}: there is nothing here`)
  const objects = new Objects(services, resource, path.namespace)
  return path.name === ''
    ? serveCollection(request, objects, services)
    : serveObject(request, path.name, objects)
}

async function serveCollection(
  request: ServerRequest,
  objects: Objects,
  { store }: ObjectServices,
): Promise<Answer> {
  const { verb } = attributesOf(request)
  if (verb === 'watch') return watchObjects(request, objects, store)
  if (verb === 'list') return { status: 200, body: await objects.list() }
  if (verb === 'create') return { status: 201, body: await objects.create(request, await jsonBody(request)) }
  if (verb === 'deletecollection') {
    return { status: 200, body: await objects.deleteAll(request, await propagationOf(request)) }
  }
  throw new ApiError(405, `${request.method} is not possible here`)
}

async function serveObject(request: ServerRequest, name: string, objects: Objects): Promise<Answer> {
  switch (request.method) {
    case 'GET':
      return { status: 200, body: await objects.get(name) }
    case 'PUT':
      return { status: 200, body: await objects.update(request, name, await jsonBody(request)) }
    case 'PATCH':
      return { status: 200, body: await objects.patch(request, name, await jsonBody(request)) }
    case 'DELETE':
      return { status: 200, body: await objects.delete(request, name, await propagationOf(request)) }
    default:
      throw new ApiError(405, `${request.method} is not possible here`)
  }
}
