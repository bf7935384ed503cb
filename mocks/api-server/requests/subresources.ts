import type { ApiServerRequest } from '../request.ts'
import { type ApiObject, isRecord, recordAt, timestamp } from '../model/object.ts'
import { checkKind, type ObjectLocation } from '../objects/objects.ts'
import type { DeleteOptions } from '../objects/removal.ts'
import { conflict, invalid, methodNotAllowed, success } from '../model/refusal.ts'
import type { Resource } from '../resources/resource.ts'
import type { ActionOptions, Reply } from '../response.ts'
import type { Server } from '../server.ts'
import { mediaType, sentObject, sentOptions } from './body.ts'
import { objectResponse, writeOptions } from './objects.ts'
import { applyResult, applyType, patchOf, recordAppliedFields } from './patch.ts'
import { scale } from './scale.ts'

type Handler = (
  server: Server,
  location: ObjectLocation,
  request: ApiServerRequest,
  actionOptions: ActionOptions,
) => Reply | Promise<Reply>

/** Handlers of subresources, by their names. */
export const subresources: Readonly<Record<string, Handler>> = {
  status: (server, location, request, actionOptions) =>
    change(server, location, request, actionOptions, (_, wanted) => wanted, 'status'),
  approval: (server, location, request, actionOptions) =>
    change(
      server,
      location,
      request,
      actionOptions,
      (currentObject, wantedObject) => ({
        ...currentObject,
        metadata: { ...currentObject.metadata, ...resourceVersionOf(wantedObject) },
        status: {
          ...recordAt(currentObject, 'status'),
          conditions: withTransitionTimes(conditionsOf(wantedObject)),
        },
      }),
      'all',
    ),
  // Changes only the finalizers in the spec of a namespace.
  finalize: (server, location, request, actionOptions) =>
    change(
      server,
      location,
      request,
      actionOptions,
      (currentObject, wantedObject) => ({
        ...currentObject,
        metadata: { ...currentObject.metadata, ...resourceVersionOf(wantedObject) },
        spec: withoutEmpty(recordAt(wantedObject, 'spec')),
      }),
      'all',
    ),
  ephemeralcontainers: (server, location, request, actionOptions) =>
    change(server, location, request, actionOptions, (_, wanted) => wanted, 'main'),
  resize: (server, location, request, actionOptions) =>
    change(server, location, request, actionOptions, (_, wanted) => wanted, 'main'),
  scale,
  binding: bindPod,
  eviction: evictPod,
  token: createToken,
}

/** Reads an object, or changes one part of it. */
function change(
  server: Server,
  location: ObjectLocation,
  request: ApiServerRequest,
  actionOptions: ActionOptions,
  merge: (currentObject: ApiObject, wantedObject: ApiObject) => ApiObject,
  part: 'main' | 'status' | 'all',
): Reply {
  const { resource } = location
  const options = writeOptions(request, actionOptions)
  if (request.verb === 'get') return objectResponse(resource, server.objects.get(location))
  if (request.verb === 'update') {
    const requestObject = sentObject(request)
    checkKind(resource, requestObject)
    return objectResponse(
      resource,
      server.objects.update(location, part, (currentObject) => merge(currentObject, requestObject), options),
    )
  }
  if (request.verb !== 'patch') throw methodNotAllowed()
  const isApply = mediaType(request.contentType) === applyType
  const patch = isApply ? applyResult(server, resource, request) : patchOf(resource, request)
  const entry = server.objects.update(
    location,
    part,
    (currentObject) => merge(currentObject, patch(currentObject)),
    options,
  )
  if (isApply && options.store) recordAppliedFields(server, entry.object.metadata.uid, request)
  return objectResponse(resource, entry)
}

/** Assigns a pod to a node. */
function bindPod(
  server: Server,
  location: ObjectLocation,
  request: ApiServerRequest,
  actionOptions: ActionOptions,
): Reply {
  if (request.verb !== 'create') throw methodNotAllowed()
  const requestObject = sentObject(request)
  const nodeName = recordAt(requestObject, 'target').name
  if (typeof nodeName !== 'string' || nodeName === '') {
    throw invalid(bindingResource(location.resource), location.name, 'target.name', 'Required value')
  }
  const bind = (currentObject: ApiObject): ApiObject => {
    const { nodeName: currentNodeName } = recordAt(currentObject, 'spec')
    if (currentNodeName)
      throw conflict(
        bindingResource(location.resource),
        location.name,
        `pod ${location.name} is already assigned to node ${JSON.stringify(currentNodeName)}`,
      )
    const status = recordAt(currentObject, 'status')
    const conditions = conditionsOf(currentObject).filter(
      (condition) => !(isRecord(condition) && condition.type === 'PodScheduled'),
    )
    const scheduledCondition = {
      type: 'PodScheduled',
      status: 'True',
      lastProbeTime: null,
      lastTransitionTime: timestamp(),
    }
    return {
      ...currentObject,
      spec: { ...recordAt(currentObject, 'spec'), nodeName },
      status: { ...status, conditions: [...conditions, scheduledCondition] },
    }
  }
  server.objects.update(location, 'uncounted', bind, writeOptions(request, actionOptions))
  return { code: 201, body: { ...success(), code: 201 } }
}

function bindingResource(pods: Resource): Resource {
  return { ...pods, plural: 'pods/binding', kind: 'Binding' }
}

/** Deletes a pod by eviction. Disruption budgets are not simulated: a test scripts their refusals. */
function evictPod(
  server: Server,
  location: ObjectLocation,
  request: ApiServerRequest,
  actionOptions: ActionOptions,
): Reply {
  if (request.verb !== 'create') throw methodNotAllowed()
  const options = recordAt(sentObject(request), 'deleteOptions') as DeleteOptions
  server.objects.delete(location, options, writeOptions(request, actionOptions))
  return { code: 201, body: { ...success(), code: 201 } }
}

const minTokenSeconds = 600

/** Issues a token for a service account. */
async function createToken(
  server: Server,
  location: ObjectLocation,
  request: ApiServerRequest,
): Promise<Reply> {
  if (request.verb !== 'create') throw methodNotAllowed()
  const account = server.objects.get(location).object
  const tokenRequest = sentOptions(request)
  const spec = recordAt(tokenRequest, 'spec')
  if (typeof spec.expirationSeconds === 'number' && spec.expirationSeconds < minTokenSeconds) {
    const resource = { ...location.resource, group: 'authentication.k8s.io', kind: 'TokenRequest' }
    const message = `Invalid value: ${spec.expirationSeconds}: may not specify a duration less than 10 minutes`
    throw invalid(resource, location.name, 'spec.expirationSeconds', message)
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
      name: location.name,
      namespace: location.namespace,
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

/** Returns the conditions, with the current time in place of absent transition times. */
function withTransitionTimes(conditions: readonly unknown[]): readonly unknown[] {
  const now = timestamp()
  return conditions.map((condition) =>
    isRecord(condition) ? { lastUpdateTime: now, lastTransitionTime: now, ...condition } : condition,
  )
}

/** Returns the fields that are not empty: an empty list equals an absent list. */
function withoutEmpty(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => !Array.isArray(value) || value.length > 0),
  )
}

function resourceVersionOf({ metadata }: ApiObject): { readonly resourceVersion?: string } {
  return metadata?.resourceVersion ? { resourceVersion: metadata.resourceVersion } : {}
}
