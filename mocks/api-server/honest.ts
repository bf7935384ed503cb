import type { ApiServerRequest } from './request.ts'
import type { ApiAnswers } from './answers.ts'
import type { ObjectLocation } from './objects/objects.ts'
import { methodNotAllowed, Refusal } from './model/refusal.ts'
import { mediaType, sentObject } from './requests/body.ts'
import { discovery } from './requests/discovery.ts'
import { listJson } from './requests/list.ts'
import { create, patch, remove, removeCollection, objectResponse, replace } from './requests/objects.ts'
import { withStatus, honestReview, reviewKind } from './requests/reviews.ts'
import { subresources } from './requests/subresources.ts'
import { openWatch } from './requests/watch.ts'
import type { Resource } from './resources/resource.ts'
import type { Action, ActionOptions, Reply } from './response.ts'
import type { Server } from './server.ts'

/** Returns the action that processes a request correctly. Nothing is read or stored before the action is called. */
export function honestAction(
  server: Server,
  request: ApiServerRequest,
  answers: Partial<ApiAnswers>,
): Action {
  return (actionOptions = {}) => {
    if (request.resource === '') return pathAction(server, request)
    const resource = server.objects.table.at(request.group, request.version, request.resource)
    if (resource === undefined) throw noSuchPath()
    return resource.stored
      ? resourceAction(server, resource, request, actionOptions)
      : review(server, resource, request, actionOptions, answers)
  }
}

function resourceAction(
  server: Server,
  resource: Resource,
  request: ApiServerRequest,
  actionOptions: ActionOptions,
): Reply | Promise<Reply> {
  const { verb, name, subresource } = request
  if (resource.namespaced && request.namespace === '' && name !== '') throw noSuchPath()
  const namespace = resource.namespaced && request.namespace !== '' ? request.namespace : undefined
  const location: ObjectLocation = { resource, name, namespace }
  if (subresource !== '') {
    const handler = resource.subresources.includes(subresource) ? subresources[subresource] : undefined
    if (handler === undefined) throw noSuchPath()
    return handler(server, location, request, actionOptions)
  }
  const { store } = server.objects
  switch (verb) {
    case 'get': {
      const entry = server.objects.get(location)
      return wantsMetadata(request)
        ? { code: 200, body: entry.metadataJson, entry }
        : objectResponse(resource, entry)
    }
    case 'list': {
      const { query } = request
      return {
        code: 200,
        body: listJson(store, { resource, namespace, query, metadataOnly: wantsMetadata(request) }),
      }
    }
    case 'watch': {
      const query = name === '' ? request.query : withNameSelector(request.query, name)
      const watchRequest = {
        resource,
        namespace,
        query,
        metadataOnly: wantsMetadata(request),
        domain: server.domain,
      }
      return { code: 200, watching: openWatch(store, watchRequest) }
    }
    case 'create':
      if (name !== '') throw methodNotAllowed()
      return create(server, resource, request, actionOptions)
    case 'update':
      return replace(server, location, request, actionOptions)
    case 'patch':
      return patch(server, location, request, actionOptions)
    case 'delete':
      return remove(server, location, request, actionOptions)
    case 'deletecollection':
      if (!resource.verbs.includes(verb)) throw methodNotAllowed()
      return removeCollection(server, resource, request, actionOptions)
    default:
      throw methodNotAllowed()
  }
}

/** Returns the query of a watch of one object: its field selector also requires the name of the object. */
function withNameSelector(query: URLSearchParams, name: string): URLSearchParams {
  const nameQuery = new URLSearchParams(query)
  nameQuery.set(
    'fieldSelector',
    [query.get('fieldSelector') ?? '', `metadata.name=${name}`].filter(Boolean).join(','),
  )
  return nameQuery
}

async function review(
  server: Server,
  resource: Resource,
  request: ApiServerRequest,
  actionOptions: ActionOptions,
  answers: Partial<ApiAnswers>,
): Promise<Reply> {
  if (request.verb !== 'create') throw methodNotAllowed()
  const requestObject = sentObject(request)
  if (resource.plural === 'bindings')
    return bindPod(server, request, requestObject.metadata?.name ?? '', actionOptions)
  const honest = await honestReview(resource, requestObject, request, server.identities)
  const answerName = reviewKind(resource)
  const status =
    answerName === undefined ? honest : ((await answers[answerName]?.(honest, request)) ?? honest)
  return { code: 201, body: withStatus(resource, requestObject, status) }
}

/** Assigns a pod to a node through the legacy resource `bindings`. */
async function bindPod(
  server: Server,
  request: ApiServerRequest,
  name: string,
  actionOptions: ActionOptions,
): Promise<Reply> {
  const podResource = server.objects.table.at('', 'v1', 'pods')
  const { binding } = subresources
  if (podResource === undefined || binding === undefined) throw noSuchPath()
  return binding(
    server,
    { resource: podResource, namespace: request.namespace, name },
    request,
    actionOptions,
  )
}

const healthPaths = /^\/(healthz|livez|readyz)(\/|$)/

function pathAction(server: Server, request: ApiServerRequest): Reply | Promise<Reply> {
  const { path } = request
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
function wantsMetadata({ accept }: ApiServerRequest): boolean {
  const [firstMediaType = ''] = accept.split(',')
  return (
    /;\s*as=PartialObjectMetadata(List)?\b/.test(firstMediaType) &&
    mediaType(firstMediaType).startsWith('application/')
  )
}

function noSuchPath(): Refusal {
  return new Refusal(404, 'the server could not find the requested resource', 'NotFound', {})
}
