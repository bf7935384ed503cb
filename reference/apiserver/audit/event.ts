import { randomUUID } from 'node:crypto'
import { isMapping } from '../../config/decode.ts'
import type { Answer, ServerRequest } from '../../serving/request.ts'
import { type UserInfo, userToJson } from '../../serving/user.ts'
import { fault, freedom } from '../../quirks/quirks.ts'
import { attributesOf } from '../api/attributes.ts'
import type { Stage } from './policy.ts'
import type { Level } from './policy-file.ts'

/** Event for one stage of one request. Each backend adds the group and version in which it writes. */
export interface AuditEvent {
  readonly level: Level
  readonly auditID: string
  readonly stage: Stage
  readonly requestURI: string
  readonly verb: string
  readonly user: { readonly username?: string; readonly groups?: readonly string[] }
  readonly sourceIPs: readonly string[]
  readonly userAgent?: string | undefined
  readonly objectRef?: { readonly namespace?: string } | undefined
  readonly responseStatus?: { readonly metadata: object; readonly code: number } | undefined
  readonly requestObject?: unknown
  readonly responseObject?: unknown
  readonly requestReceivedTimestamp: string
  readonly stageTimestamp: string
  readonly annotations?: Readonly<Record<string, string>>
}

/** Reports whether an event is the last event of a watch. */
export function isWatchComplete({ verb, stage }: AuditEvent): boolean {
  return verb === 'watch' && stage === 'ResponseComplete'
}

/** Properties that all events of a request share. */
export interface ReceivedRequest {
  readonly auditID: string
  readonly at: string
}

/** Returns the id of a request, which the client may choose, and its time. */
export function receivedRequest(request: ServerRequest): ReceivedRequest {
  const requestedId = request.headers['audit-id']
  const usesRequestedId = typeof requestedId === 'string' && !freedom('audit-ids-of-its-own')
  return { auditID: usesRequestedId ? requestedId : randomUUID(), at: timestamp() }
}

/** Properties of the request in an event, in addition to its stage. */
export interface AuditDetails {
  readonly level: Level
  readonly sender: UserInfo | undefined
  readonly answer?: Answer | undefined
  /** Objects of the request and the response, if the level includes them. */
  readonly objects?: { readonly requestObject?: unknown; readonly responseObject?: unknown }
}

/** Returns the event of a stage. */
export function auditEvent(
  { auditID, at }: ReceivedRequest,
  stage: Stage,
  request: ServerRequest,
  details: AuditDetails,
): AuditEvent {
  const { verb, resource } = attributesOf(request)
  const { level, sender, answer, objects } = details
  const userAgent = request.headers['user-agent']
  return {
    level,
    auditID,
    stage,
    requestURI: request.target,
    verb,
    user: sender === undefined ? {} : userToJson(sender),
    sourceIPs: [request.from],
    ...(typeof userAgent === 'string' ? { userAgent } : {}),
    ...(resource === undefined ? {} : { objectRef: referenceTo(resource) }),
    ...(answer === undefined ? {} : { responseStatus: { metadata: {}, code: answer.status } }),
    ...objects,
    requestReceivedTimestamp: at,
    stageTimestamp: stage === 'RequestReceived' ? at : timestamp(),
  }
}

/** Returns the objects of a request that its level includes. */
export async function objectsOf(
  request: ServerRequest,
  answer: Answer,
  { level, omitManagedFields }: { readonly level: Level; readonly omitManagedFields: boolean },
): Promise<NonNullable<AuditDetails['objects']>> {
  if (attributesOf(request).resource === undefined) return {}
  const sentObject = await requestObject(request)
  const { body } = answer
  const response = typeof body === 'object' ? body : undefined
  const wantsRequest =
    level === 'Request' || level === 'RequestResponse'
      ? !(sentObject !== undefined && fault('audit-request-object-missing'))
      : sentObject !== undefined && fault('audit-metadata-with-objects')
  const wantsResponse =
    level === 'RequestResponse'
      ? !(response !== undefined && fault('audit-response-object-missing'))
      : level === 'Request' && response !== undefined && fault('audit-request-with-response')
  const withFields = (object: unknown) =>
    omitManagedFields && hasManagedFields(object) && !fault('audit-managed-fields-kept')
      ? withoutManagedFields(object)
      : object
  return {
    ...(wantsRequest && sentObject !== undefined ? { requestObject: withFields(sentObject) } : {}),
    ...(wantsResponse && response !== undefined ? { responseObject: withFields(response) } : {}),
  }
}

type WithManagedFields = { readonly metadata: { readonly managedFields: unknown } }

function hasManagedFields(object: unknown): object is WithManagedFields {
  return isMapping(object) && isMapping(object['metadata']) && 'managedFields' in object['metadata']
}

function withoutManagedFields(object: WithManagedFields): object {
  const { managedFields: _, ...metadata } = object.metadata
  return { ...object, metadata }
}

/** Returns the object that the client sent; undefined if there is none. */
async function requestObject(request: ServerRequest): Promise<unknown> {
  if (!['POST', 'PUT', 'PATCH'].includes(request.method)) return undefined
  try {
    return JSON.parse(await request.body()) as unknown
  } catch {
    return undefined
  }
}

function referenceTo(resource: NonNullable<ReturnType<typeof attributesOf>['resource']>): object {
  const { group, version, namespace, name, subresource } = resource
  const allReferenceFields = {
    resource: resource.resource,
    namespace,
    name,
    apiGroup: group,
    apiVersion: version,
    subresource,
  }
  return Object.fromEntries(Object.entries(allReferenceFields).filter(([, value]) => value !== ''))
}

/** Returns the time in UTC with microseconds. The clock has milliseconds only. */
function timestamp(): string {
  return new Date().toISOString().replace('Z', '000Z')
}
