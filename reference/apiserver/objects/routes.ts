import { ApiError } from '../http/api-error.ts'
import type { Answer, Ask } from '../http/ask.ts'
import { attributesOf, type ResourcePath, resourcePath } from '../http/attributes.ts'
import { jsonBody } from '../http/json-body.ts'
import { type Route, route } from '../http/router.ts'
import { customResource } from './custom.ts'
import { Objects, type ObjectServices } from './objects.ts'
import type { ObjectReader } from './reader.ts'
import { apiVersion, type Resource } from './resource.ts'
import { watchObjects } from './watch.ts'

/** The endpoints of stored objects. */
export function objectRoutes(
  resources: readonly Resource[],
  services: ObjectServices,
  reader: ObjectReader,
): readonly Route[] {
  return [
    (ask) => {
      const place = resourcePath(ask.path)
      const resource = resources.find(
        ({ group, version, resource: name }) =>
          group === place?.group && version === place.version && name === place.resource,
      )
      if (place === undefined || !['', 'status'].includes(place.subresource)) return undefined
      if (resource === undefined) return onCustom(ask, place, services, reader)
      const objects = new Objects(services, resource, place.namespace)
      return place.name === '' ? onAll(ask, objects, services) : onOne(ask, place.name, objects)
    },
  ]
}

/** The endpoints that say which objects there are. */
export function discoveryRoutes(resources: readonly Resource[], version: string): readonly Route[] {
  const json = (path: string, body: object) => route('GET', path, async () => ({ status: 200, body }))
  const verbs = ['create', 'delete', 'get', 'list', 'patch', 'update', 'watch']
  const core = resources.filter(({ group }) => group === '')
  return [
    json('/version', { major: '1', minor: '0', gitVersion: version }),
    json('/api', { kind: 'APIVersions', versions: ['v1'] }),
    json('/apis', { kind: 'APIGroupList', apiVersion: 'v1', groups: [] }),
    json('/api/v1', {
      kind: 'APIResourceList',
      groupVersion: apiVersion({ group: '', version: 'v1' }),
      resources: core.map(({ resource: name, kind, namespaced }) => ({ name, kind, namespaced, verbs })),
    }),
  ]
}

async function onCustom(
  ask: Ask,
  place: ResourcePath,
  services: ObjectServices,
  reader: ObjectReader,
): Promise<Answer> {
  const resource = await customResource(place, reader)
  if (resource === undefined) throw new ApiError(404, `${ask.path}: there is nothing here`)
  const objects = new Objects(services, resource, place.namespace)
  return place.name === '' ? onAll(ask, objects, services) : onOne(ask, place.name, objects)
}

async function onAll(ask: Ask, objects: Objects, { store }: ObjectServices): Promise<Answer> {
  const { verb } = attributesOf(ask)
  if (verb === 'watch') return watchObjects(ask, objects, store)
  if (verb === 'list') return { status: 200, body: await objects.list() }
  if (verb === 'create') return { status: 201, body: await objects.create(ask, await jsonBody(ask)) }
  throw new ApiError(405, `${ask.method} is not possible here`)
}

async function onOne(ask: Ask, name: string, objects: Objects): Promise<Answer> {
  switch (ask.method) {
    case 'GET':
      return { status: 200, body: await objects.get(name) }
    case 'PUT':
      return { status: 200, body: await objects.update(ask, name, await jsonBody(ask)) }
    case 'PATCH':
      return { status: 200, body: await objects.patch(ask, name, await jsonBody(ask)) }
    case 'DELETE':
      return { status: 200, body: await objects.delete(ask, name) }
    default:
      throw new ApiError(405, `${ask.method} is not possible here`)
  }
}
