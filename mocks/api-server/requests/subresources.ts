import type { ApiAsked } from '../asked.ts'
import { type ApiObject, isRecord, recordAt, timestamp } from '../model/object.ts'
import { checkKind, type Place } from '../objects/objects.ts'
import type { DeleteOptions } from '../objects/removal.ts'
import { conflict, invalid, methodNotAllowed, success } from '../model/refusal.ts'
import type { Resource } from '../resources/resource.ts'
import type { DeedOptions, Said } from '../said.ts'
import type { Server } from '../server.ts'
import { mediaType, sentObject, sentOptions } from './body.ts'
import { shown, writeOptions } from './objects.ts'
import { applied, applyType, patchOf, remember } from './patch.ts'
import { scale } from './scale.ts'

type Handler = (server: Server, place: Place, asked: ApiAsked, how: DeedOptions) => Said | Promise<Said>

/** Handlers of the paths below an object. */
export const subresources: Readonly<Record<string, Handler>> = {
  status: (server, place, asked, how) => change(server, place, asked, how, (_, wanted) => wanted, 'status'),
  approval: (server, place, asked, how) =>
    change(
      server,
      place,
      asked,
      how,
      (current, wanted) => ({
        ...current,
        metadata: { ...current.metadata, ...versionIn(wanted) },
        status: { ...recordAt(current, 'status'), conditions: dated(conditionsOf(wanted)) },
      }),
      'all',
    ),
  // This path changes only the finalizers in the spec of a namespace.
  finalize: (server, place, asked, how) =>
    change(
      server,
      place,
      asked,
      how,
      (current, wanted) => ({
        ...current,
        metadata: { ...current.metadata, ...versionIn(wanted) },
        spec: withoutEmpty(recordAt(wanted, 'spec')),
      }),
      'all',
    ),
  ephemeralcontainers: (server, place, asked, how) =>
    change(server, place, asked, how, (_, wanted) => wanted, 'main'),
  resize: (server, place, asked, how) => change(server, place, asked, how, (_, wanted) => wanted, 'main'),
  scale,
  binding,
  eviction,
  token,
}

/** Reads an object, or changes one part of it. */
function change(
  server: Server,
  place: Place,
  asked: ApiAsked,
  how: DeedOptions,
  make: (current: ApiObject, wanted: ApiObject) => ApiObject,
  part: 'main' | 'status' | 'all',
): Said {
  const { resource } = place
  const options = writeOptions(asked, how)
  if (asked.verb === 'get') return shown(resource, server.objects.get(place))
  if (asked.verb === 'update') {
    const sent = sentObject(asked)
    checkKind(resource, sent)
    return shown(
      resource,
      server.objects.update(place, part, (current) => make(current, sent), options),
    )
  }
  if (asked.verb !== 'patch') throw methodNotAllowed()
  const isApply = mediaType(asked.contentType) === applyType
  const patch = isApply ? applied(server, resource, asked) : patchOf(resource, asked)
  const entry = server.objects.update(place, part, (current) => make(current, patch(current)), options)
  if (isApply && options.store) remember(server, entry.object.metadata.uid, asked)
  return shown(resource, entry)
}

/** Assigns a pod to a node. */
function binding(server: Server, place: Place, asked: ApiAsked, how: DeedOptions): Said {
  if (asked.verb !== 'create') throw methodNotAllowed()
  const sent = sentObject(asked)
  const nodeName = recordAt(sent, 'target').name
  if (typeof nodeName !== 'string' || nodeName === '') {
    throw invalid(bindingResource(place.resource), place.name, 'target.name', 'Required value')
  }
  const bind = (current: ApiObject): ApiObject => {
    const { nodeName: bound } = recordAt(current, 'spec')
    if (bound)
      throw conflict(
        bindingResource(place.resource),
        place.name,
        `pod ${place.name} is already assigned to node ${JSON.stringify(bound)}`,
      )
    const status = recordAt(current, 'status')
    const conditions = conditionsOf(current).filter((one) => !(isRecord(one) && one.type === 'PodScheduled'))
    const scheduled = {
      type: 'PodScheduled',
      status: 'True',
      lastProbeTime: null,
      lastTransitionTime: timestamp(),
    }
    return {
      ...current,
      spec: { ...recordAt(current, 'spec'), nodeName },
      status: { ...status, conditions: [...conditions, scheduled] },
    }
  }
  server.objects.update(place, 'uncounted', bind, writeOptions(asked, how))
  return { code: 201, body: { ...success(), code: 201 } }
}

function bindingResource(pods: Resource): Resource {
  return { ...pods, plural: 'pods/binding', kind: 'Binding' }
}

/** Deletes a pod by eviction; a test scripts a disruption budget that forbids it. */
function eviction(server: Server, place: Place, asked: ApiAsked, how: DeedOptions): Said {
  if (asked.verb !== 'create') throw methodNotAllowed()
  const options = recordAt(sentObject(asked), 'deleteOptions') as DeleteOptions
  server.objects.delete(place, options, writeOptions(asked, how))
  return { code: 201, body: { ...success(), code: 201 } }
}

const leastTokenSeconds = 600

/** Makes a token for a service account. */
async function token(server: Server, place: Place, asked: ApiAsked): Promise<Said> {
  if (asked.verb !== 'create') throw methodNotAllowed()
  const account = server.objects.get(place).object
  const sent = sentOptions(asked)
  const spec = recordAt(sent, 'spec')
  if (typeof spec.expirationSeconds === 'number' && spec.expirationSeconds < leastTokenSeconds) {
    const resource = { ...place.resource, group: 'authentication.k8s.io', kind: 'TokenRequest' }
    const why = `Invalid value: ${spec.expirationSeconds}: may not specify a duration less than 10 minutes`
    throw invalid(resource, place.name, 'spec.expirationSeconds', why)
  }
  const {
    token: minted,
    expirationTimestamp,
    seconds,
    audiences,
  } = await server.identities.mint(account, spec)
  const body = {
    kind: 'TokenRequest',
    apiVersion: 'authentication.k8s.io/v1',
    metadata: {
      name: place.name,
      namespace: place.namespace,
      uid: account.metadata.uid,
      creationTimestamp: timestamp(),
    },
    spec: { audiences, expirationSeconds: seconds, boundObjectRef: spec.boundObjectRef ?? null },
    status: { token: minted, expirationTimestamp },
  }
  return { code: 201, body }
}

function conditionsOf(object: ApiObject): readonly unknown[] {
  const { conditions } = recordAt(object, 'status')
  return Array.isArray(conditions) ? conditions : []
}

/** Returns conditions with their transition time. */
function dated(conditions: readonly unknown[]): readonly unknown[] {
  const now = timestamp()
  return conditions.map((one) =>
    isRecord(one) ? { lastUpdateTime: now, lastTransitionTime: now, ...one } : one,
  )
}

/** Returns the fields that are not empty: an empty list equals an absent one. */
function withoutEmpty(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => !Array.isArray(value) || value.length > 0),
  )
}

function versionIn({ metadata }: ApiObject): { readonly resourceVersion?: string } {
  return metadata?.resourceVersion ? { resourceVersion: metadata.resourceVersion } : {}
}
