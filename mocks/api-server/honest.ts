import type { ApiAsked } from './asked.ts'
import type { ApiAnswers } from './answers.ts'
import type { Place } from './objects/objects.ts'
import { methodNotAllowed, Refusal } from './model/refusal.ts'
import { mediaType, sentObject } from './requests/body.ts'
import { discovery } from './requests/discovery.ts'
import { listJson } from './requests/list.ts'
import { create, patch, remove, removeCollection, shown, update } from './requests/objects.ts'
import { answered, honestReview, reviewSort } from './requests/reviews.ts'
import { subresources } from './requests/subresources.ts'
import { openWatch } from './requests/watch.ts'
import type { Resource } from './resources/resource.ts'
import type { Deed, DeedOptions, Said } from './said.ts'
import type { Server } from './server.ts'

/** Returns the correct action for a request; nothing is done before it is called. */
export function honestDeed(server: Server, asked: ApiAsked, told: Partial<ApiAnswers>): Deed {
  return (how = {}) => {
    if (asked.resource === '') return atPath(server, asked)
    const resource = server.objects.table.at(asked.group, asked.version, asked.resource)
    if (resource === undefined) throw noSuchPath()
    return resource.stored
      ? atResource(server, resource, asked, how)
      : review(server, resource, asked, how, told)
  }
}

function atResource(
  server: Server,
  resource: Resource,
  asked: ApiAsked,
  how: DeedOptions,
): Said | Promise<Said> {
  const { verb, name, subresource } = asked
  if (resource.namespaced && asked.namespace === '' && name !== '') throw noSuchPath()
  const namespace = resource.namespaced && asked.namespace !== '' ? asked.namespace : undefined
  const place: Place = { resource, name, namespace }
  if (subresource !== '') {
    const handler = resource.subresources.includes(subresource) ? subresources[subresource] : undefined
    if (handler === undefined) throw noSuchPath()
    return handler(server, place, asked, how)
  }
  const { store } = server.objects
  switch (verb) {
    case 'get': {
      const entry = server.objects.get(place)
      return wantsMetadata(asked) ? { code: 200, body: entry.metadataJson, entry } : shown(resource, entry)
    }
    case 'list': {
      const { query } = asked
      return {
        code: 200,
        body: listJson(store, { resource, namespace, query, metadataOnly: wantsMetadata(asked) }),
      }
    }
    case 'watch': {
      const query = name === '' ? asked.query : selecting(asked.query, name)
      const request = {
        resource,
        namespace,
        query,
        metadataOnly: wantsMetadata(asked),
        domain: server.domain,
      }
      return { code: 200, watching: openWatch(store, request) }
    }
    case 'create':
      if (name !== '') throw methodNotAllowed()
      return create(server, resource, asked, how)
    case 'update':
      return update(server, place, asked, how)
    case 'patch':
      return patch(server, place, asked, how)
    case 'delete':
      return remove(server, place, asked, how)
    case 'deletecollection':
      if (!resource.verbs.includes(verb)) throw methodNotAllowed()
      return removeCollection(server, resource, asked, how)
    default:
      throw methodNotAllowed()
  }
}

/** A watch of one object is a watch of the objects with its name. */
function selecting(query: URLSearchParams, name: string): URLSearchParams {
  const narrowed = new URLSearchParams(query)
  narrowed.set(
    'fieldSelector',
    [query.get('fieldSelector') ?? '', `metadata.name=${name}`].filter(Boolean).join(','),
  )
  return narrowed
}

async function review(
  server: Server,
  resource: Resource,
  asked: ApiAsked,
  how: DeedOptions,
  told: Partial<ApiAnswers>,
): Promise<Said> {
  if (asked.verb !== 'create') throw methodNotAllowed()
  const sent = sentObject(asked)
  if (resource.plural === 'bindings') return bind(server, asked, sent.metadata?.name ?? '', how)
  const honest = await honestReview(resource, sent, asked, server.identities)
  const sort = reviewSort(resource)
  const status = sort === undefined ? honest : ((await told[sort]?.(honest, asked)) ?? honest)
  return { code: 201, body: answered(resource, sent, status) }
}

/** Assigns a pod to a node in the older way. */
async function bind(server: Server, asked: ApiAsked, name: string, how: DeedOptions): Promise<Said> {
  const pods = server.objects.table.at('', 'v1', 'pods')
  const { binding } = subresources
  if (pods === undefined || binding === undefined) throw noSuchPath()
  return binding(server, { resource: pods, namespace: asked.namespace, name }, asked, how)
}

const healthPaths = /^\/(healthz|livez|readyz)(\/|$)/

function atPath(server: Server, asked: ApiAsked): Said | Promise<Said> {
  const { path } = asked
  if (healthPaths.test(path))
    return { code: 200, body: 'ok', headers: { 'content-type': 'text/plain; charset=utf-8' } }
  if (path === '/version' || path === '/version/') return { code: 200, body: versionInfo(server.version) }
  if (path === '/openid/v1/jwks') return server.identities.keySet().then((body) => ({ code: 200, body }))
  if (path === '/.well-known/openid-configuration') return { code: 200, body: openidConfiguration(server) }
  const document = discovery(server.objects.table, path, server.address())
  if (document === undefined) throw noSuchPath()
  return { code: 200, body: document }
}

function openidConfiguration({ identities, address }: Server): object {
  return {
    issuer: identities.issuer,
    jwks_uri: `https://${address()}/openid/v1/jwks`,
    response_types_supported: ['id_token'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['ES256'],
  }
}

function versionInfo(gitVersion: string): object {
  const [, major = '', minor = ''] = /^v(\d+)\.(\d+)/.exec(gitVersion) ?? []
  return { major, minor, gitVersion, gitTreeState: 'clean', platform: 'linux/amd64' }
}

/** Reports whether a client requests only the metadata of objects. */
function wantsMetadata({ accept }: ApiAsked): boolean {
  const [first = ''] = accept.split(',')
  return /;\s*as=PartialObjectMetadata(List)?\b/.test(first) && mediaType(first).startsWith('application/')
}

function noSuchPath(): Refusal {
  return new Refusal(404, 'the server could not find the requested resource', 'NotFound', {})
}
