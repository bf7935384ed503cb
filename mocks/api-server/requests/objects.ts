import type { ApiServerRequest } from '../request.ts'
import type { ApiObject } from '../model/object.ts'
import { checkKind, type ObjectLocation, type WriteOptions } from '../objects/objects.ts'
import type { DeleteOptions } from '../objects/removal.ts'
import { badRequest, notFound, qualifiedName, Refusal, success } from '../model/refusal.ts'
import { apiVersionOf, type Resource } from '../resources/resource.ts'
import type { ActionOptions, Reply } from '../response.ts'
import type { Server } from '../server.ts'
import type { Entry } from '../storage/entry.ts'
import { selectorOf } from '../storage/selectors.ts'
import { mediaType, sentObject, sentOptions } from './body.ts'
import { listText } from './list.ts'
import { applyResult, applyType, patchOf, recordAppliedFields } from './patch.ts'

/** Returns a response with a stored object. */
export function objectResponse(resource: Resource, entry: Entry, code = 200): Reply {
  return { code, body: entry.as(apiVersionOf(resource)), entry }
}

/** Returns the options of a write: its author, and whether it is stored, which a dry run is not. */
export function writeOptions({ query, user }: ApiServerRequest, { store }: ActionOptions): WriteOptions {
  return { store: store !== false && !query.has('dryRun'), ...(user && { author: user }) }
}

export function create(
  server: Server,
  resource: Resource,
  request: ApiServerRequest,
  actionOptions: ActionOptions,
): Reply {
  const requestObject = sentObject(request)
  checkKind(resource, requestObject)
  const namespace = resource.namespaced ? request.namespace : undefined
  if (namespace === '') throw badRequest('an empty namespace may not be set during creation')
  return objectResponse(
    resource,
    server.objects.create(resource, namespace, requestObject, writeOptions(request, actionOptions)),
    201,
  )
}

export function replace(
  server: Server,
  location: ObjectLocation,
  request: ApiServerRequest,
  actionOptions: ActionOptions,
): Reply {
  const { resource, name } = location
  const requestObject = sentObject(request)
  checkKind(resource, requestObject)
  checkNames(location, requestObject)
  if (resource.upsert && !exists(server, location)) {
    const namedObject = { ...requestObject, metadata: { ...requestObject.metadata, name } }
    return objectResponse(
      resource,
      server.objects.create(resource, location.namespace, namedObject, writeOptions(request, actionOptions)),
      201,
    )
  }
  return objectResponse(
    resource,
    server.objects.update(location, 'main', () => requestObject, writeOptions(request, actionOptions)),
  )
}

export function patch(
  server: Server,
  location: ObjectLocation,
  request: ApiServerRequest,
  actionOptions: ActionOptions,
): Reply {
  const { resource, name, namespace } = location
  const options = writeOptions(request, actionOptions)
  if (mediaType(request.contentType) !== applyType) {
    const change = patchOf(resource, request)
    return objectResponse(resource, server.objects.update(location, 'main', change, options))
  }
  const change = applyResult(server, resource, request)
  const isCreation = !exists(server, location)
  const entry = isCreation
    ? server.objects.create(resource, namespace, change({ metadata: { name } }), options)
    : server.objects.update(location, 'main', change, options)
  if (options.store) recordAppliedFields(server, entry.object.metadata.uid, request)
  return objectResponse(resource, entry, isCreation ? 201 : 200)
}

export function remove(
  server: Server,
  location: ObjectLocation,
  request: ApiServerRequest,
  actionOptions: ActionOptions,
): Reply {
  const { resource, name } = location
  const options = deleteOptions(request)
  const { isRemoved, entry } = server.objects.delete(
    location,
    options,
    deletionWriteOptions(request, options, actionOptions),
  )
  if (isRemoved && actionOptions.store !== false) server.appliedFields.delete(entry.object.metadata.uid)
  if (!isRemoved || resource.showsDeleted) return objectResponse(resource, entry)
  const { group, plural } = resource
  return {
    code: 200,
    body: success({ name, ...(group !== '' && { group }), kind: plural, uid: entry.object.metadata.uid }),
    entry,
  }
}

export function removeCollection(
  server: Server,
  resource: Resource,
  request: ApiServerRequest,
  actionOptions: ActionOptions,
): Reply {
  const { objects } = server
  const namespace = request.namespace === '' ? undefined : request.namespace
  const isSelected = selectorOf(request.query, resource)
  const options = deleteOptions(request)
  const selectedEntries = objects.store.list(resource, namespace).filter(({ object }) => isSelected(object))
  const entries = selectedEntries.map(({ object }) => {
    const { name } = object.metadata
    return objects.delete(
      { resource, namespace: object.metadata.namespace, name },
      options,
      deletionWriteOptions(request, options, actionOptions),
    ).entry
  })
  const metadata = { resourceVersion: String(objects.store.revision) }
  return { code: 200, body: listText(resource, metadata, entries, false) }
}

function deletionWriteOptions(
  request: ApiServerRequest,
  { dryRun }: DeleteOptions,
  actionOptions: ActionOptions,
): WriteOptions {
  const { store } = writeOptions(request, actionOptions)
  return { store: store !== false && (dryRun ?? []).length === 0 }
}

/** Returns the options of a DELETE, from its body and its query. */
function deleteOptions(request: ApiServerRequest): DeleteOptions {
  const { query } = request
  const gracePeriod = query.get('gracePeriodSeconds')
  const policy = query.get('propagationPolicy')
  const options = { ...sentOptions(request) } as Record<string, unknown>
  if (gracePeriod !== null) options.gracePeriodSeconds = Number(gracePeriod)
  if (policy !== null) options.propagationPolicy = policy
  const text = options.propagationPolicy as string | undefined
  if (text !== undefined && !['Orphan', 'Background', 'Foreground'].includes(text)) {
    const message = `Unsupported value: "${text}": supported values: "Foreground", "Background", "Orphan", "nil"`
    throw new Refusal(422, `DeleteOptions.meta.k8s.io "" is invalid: propagationPolicy: ${message}`)
  }
  return options
}

function checkNames({ name, resource }: ObjectLocation, { metadata }: ApiObject): void {
  if (metadata?.name === name) return
  if (metadata?.name === undefined) {
    throw badRequest(
      `the name of the object (${qualifiedName(resource)}) could not be determined: it has no metadata.name`,
    )
  }
  throw badRequest(`the name of the object (${metadata.name}) does not match the name on the URL (${name})`)
}

function exists(server: Server, location: ObjectLocation): boolean {
  try {
    return server.objects.get(location) !== undefined
  } catch (thrown) {
    if (thrown instanceof Refusal && thrown.code === notFound(location.resource, location.name).code)
      return false
    throw thrown
  }
}
