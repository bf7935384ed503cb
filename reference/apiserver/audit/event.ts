import { randomUUID } from 'node:crypto'
import { type UserInfo, userJson } from '../authentication/user.ts'
import type { Answer, Ask } from '../http/ask.ts'
import { attributesOf } from '../http/attributes.ts'
import type { Level, Stage } from './policy.ts'

/** What is recorded of one stage of one request. */
export interface AuditEvent {
  readonly kind: 'Event'
  readonly apiVersion: string
  readonly level: Level
  readonly auditID: string
  readonly stage: Stage
  readonly requestURI: string
  readonly verb: string
  readonly user: { readonly username?: string; readonly groups?: readonly string[] }
  readonly sourceIPs: readonly string[]
  readonly userAgent?: string | undefined
  readonly objectRef?: object | undefined
  readonly responseStatus?: { readonly metadata: object; readonly code: number } | undefined
  readonly requestObject?: unknown
  readonly responseObject?: unknown
  readonly requestReceivedTimestamp: string
  readonly stageTimestamp: string
}

/** What all events of a request have in common. */
export interface Received {
  readonly auditID: string
  readonly at: string
  readonly apiVersion: string
}

/** The beginning of a request: its id, which a client may choose, and its time. */
export function received(ask: Ask, apiVersion: string): Received {
  const chosen = ask.headers['audit-id']
  return { auditID: typeof chosen === 'string' ? chosen : randomUUID(), at: timestamp(), apiVersion }
}

/** The event of a stage; with the answer when there is one already, and bodies from the level on that wants them. */
export function auditEvent(
  { auditID, at, apiVersion }: Received,
  stage: Stage,
  level: Level,
  ask: Ask,
  sender: UserInfo | undefined,
  answer?: Answer,
  requestObject?: unknown,
): AuditEvent {
  const attributes = attributesOf(ask)
  const { resource } = attributes
  const userAgent = ask.headers['user-agent']
  const wantsObject = level === 'RequestResponse' && typeof answer?.body === 'object'
  return {
    kind: 'Event',
    apiVersion,
    level,
    auditID,
    stage,
    requestURI: ask.target,
    verb: attributes.verb,
    user: sender === undefined ? {} : userJson(sender),
    sourceIPs: [ask.from],
    ...(typeof userAgent === 'string' ? { userAgent } : {}),
    ...(resource === undefined ? {} : { objectRef: reference(resource) }),
    ...(answer === undefined ? {} : { responseStatus: { metadata: {}, code: answer.status } }),
    ...(requestObject === undefined ? {} : { requestObject }),
    ...(wantsObject && resource !== undefined ? { responseObject: answer?.body } : {}),
    requestReceivedTimestamp: at,
    stageTimestamp: stage === 'RequestReceived' ? at : timestamp(),
  }
}

function reference(resource: NonNullable<ReturnType<typeof attributesOf>['resource']>): object {
  const { group, version, namespace, name, subresource } = resource
  const all = {
    resource: resource.resource,
    namespace,
    name,
    apiGroup: group,
    apiVersion: version,
    subresource,
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''))
}

/** UTC with microseconds; the clock has milliseconds only. */
function timestamp(): string {
  return new Date().toISOString().replace('Z', '000Z')
}
