import type { ApiAsked } from '../asked.ts'
import type { ApiObject } from '../model/object.ts'
import { checkKind, type Place, type WriteOptions } from '../objects/objects.ts'
import type { DeleteOptions } from '../objects/removal.ts'
import { badRequest, notFound, qualified, Refusal, success } from '../model/refusal.ts'
import { apiVersionOf, type Resource } from '../resources/resource.ts'
import type { DeedOptions, Said } from '../said.ts'
import type { Server } from '../server.ts'
import type { Entry } from '../storage/entry.ts'
import { selectorOf } from '../storage/selectors.ts'
import { mediaType, sentObject, sentOptions } from './body.ts'
import { listText } from './list.ts'
import { applied, applyType, patchOf, remember } from './patch.ts'

/** Returns a response with a stored object. */
export function shown(resource: Resource, entry: Entry, code = 200): Said {
  return { code, body: entry.as(apiVersionOf(resource)), entry }
}

/** Returns whether a write is stored or a dry run, and its recorded author. */
export function writeOptions({ query, user }: ApiAsked, { store }: DeedOptions): WriteOptions {
  return { store: store !== false && !query.has('dryRun'), ...(user && { author: user }) }
}

export function create(server: Server, resource: Resource, asked: ApiAsked, how: DeedOptions): Said {
  const sent = sentObject(asked)
  checkKind(resource, sent)
  const namespace = resource.namespaced ? asked.namespace : undefined
  if (namespace === '') throw badRequest('an empty namespace may not be set during creation')
  return shown(resource, server.objects.create(resource, namespace, sent, writeOptions(asked, how)), 201)
}

export function update(server: Server, place: Place, asked: ApiAsked, how: DeedOptions): Said {
  const { resource, name } = place
  const sent = sentObject(asked)
  checkKind(resource, sent)
  checkNames(place, sent)
  if (resource.upsert && !exists(server, place)) {
    const made = { ...sent, metadata: { ...sent.metadata, name } }
    return shown(
      resource,
      server.objects.create(resource, place.namespace, made, writeOptions(asked, how)),
      201,
    )
  }
  return shown(
    resource,
    server.objects.update(place, 'main', () => sent, writeOptions(asked, how)),
  )
}

export function patch(server: Server, place: Place, asked: ApiAsked, how: DeedOptions): Said {
  const { resource, name, namespace } = place
  const options = writeOptions(asked, how)
  if (mediaType(asked.contentType) !== applyType) {
    const change = patchOf(resource, asked)
    return shown(resource, server.objects.update(place, 'main', change, options))
  }
  const change = applied(server, resource, asked)
  const isNew = !exists(server, place)
  const entry = isNew
    ? server.objects.create(resource, namespace, change({ metadata: { name } }), options)
    : server.objects.update(place, 'main', change, options)
  if (options.store) remember(server, entry.object.metadata.uid, asked)
  return shown(resource, entry, isNew ? 201 : 200)
}

export function remove(server: Server, place: Place, asked: ApiAsked, how: DeedOptions): Said {
  const { resource, name } = place
  const options = deleteOptions(asked)
  const { gone, entry } = server.objects.delete(place, options, deleting(asked, options, how))
  if (gone && how.store !== false) server.applied.delete(entry.object.metadata.uid)
  if (!gone || resource.showsDeleted) return shown(resource, entry)
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
  asked: ApiAsked,
  how: DeedOptions,
): Said {
  const { objects } = server
  const namespace = asked.namespace === '' ? undefined : asked.namespace
  const selects = selectorOf(asked.query, resource)
  const options = deleteOptions(asked)
  const chosen = objects.store.list(resource, namespace).filter(({ object }) => selects(object))
  const entries = chosen.map(({ object }) => {
    const { name } = object.metadata
    return objects.delete(
      { resource, namespace: object.metadata.namespace, name },
      options,
      deleting(asked, options, how),
    ).entry
  })
  const metadata = { resourceVersion: String(objects.store.revision) }
  return { code: 200, body: listText(resource, metadata, entries, false) }
}

function deleting(asked: ApiAsked, { dryRun }: DeleteOptions, how: DeedOptions): WriteOptions {
  const { store } = writeOptions(asked, how)
  return { store: store !== false && (dryRun ?? []).length === 0 }
}

/** Returns the options of a DELETE, from its body and its query. */
function deleteOptions(asked: ApiAsked): DeleteOptions {
  const { query } = asked
  const grace = query.get('gracePeriodSeconds')
  const policy = query.get('propagationPolicy')
  const options = { ...sentOptions(asked) } as Record<string, unknown>
  if (grace !== null) options.gracePeriodSeconds = Number(grace)
  if (policy !== null) options.propagationPolicy = policy
  const said = options.propagationPolicy as string | undefined
  if (said !== undefined && !['Orphan', 'Background', 'Foreground'].includes(said)) {
    const why = `Unsupported value: "${said}": supported values: "Foreground", "Background", "Orphan", "nil"`
    throw new Refusal(422, `DeleteOptions.meta.k8s.io "" is invalid: propagationPolicy: ${why}`)
  }
  return options
}

function checkNames({ name, resource }: Place, { metadata }: ApiObject): void {
  if (metadata?.name === name) return
  if (metadata?.name === undefined) {
    throw badRequest(
      `the name of the object (${qualified(resource)}) could not be determined: it has no metadata.name`,
    )
  }
  throw badRequest(`the name of the object (${metadata.name}) does not match the name on the URL (${name})`)
}

function exists(server: Server, place: Place): boolean {
  try {
    return server.objects.get(place) !== undefined
  } catch (thrown) {
    if (thrown instanceof Refusal && thrown.code === notFound(place.resource, place.name).code) return false
    throw thrown
  }
}
