import type { AuditPolicy, PolicyRule, Stage } from '../../shared/audit/policy.ts'

/** Request with its user and target. */
export interface Request {
  readonly user: string
  readonly verb: 'get' | 'list' | 'create' | 'update' | 'patch' | 'delete'
  /** Path of a request that is not for a resource. */
  readonly path?: string
  readonly resource?: {
    readonly group: string
    readonly namespace: string
    readonly resource: string
    readonly subresource: string
    readonly name: string
  }
}

/** Settings of a policy in addition to its rules. */
export type PolicySettings = Pick<AuditPolicy, 'omitStages' | 'omitManagedFields'>

/**
 * All settings of policies in addition to their rules. There are few, because policies share a start only with equal
 * settings.
 */
export const policySettings = [
  {},
  { omitStages: ['RequestReceived'], omitManagedFields: true },
  { omitStages: ['ResponseComplete'] },
] as const satisfies readonly PolicySettings[]

/** A policy and the requests to it. Its rules apply only to the users of the case. */
export interface PolicyCase {
  readonly whole: PolicySettings
  readonly rules: readonly PolicyRule[]
  readonly requests: readonly Request[]
}

/** Users of every case, with their groups. */
export const users: Readonly<Record<string, readonly string[]>> = {
  ann: ['crew'],
  anna: ['crew-two'],
  bob: ['crew', 'cooks'],
  'system:cat': [],
}

/** Stages of each request. */
export const stages: readonly Stage[] = ['RequestReceived', 'ResponseComplete']

/** Reports whether a request creates an object. Other requests only read existing resources. */
export function createsConfigMap({ verb, resource }: Request): boolean {
  return verb === 'create' && resource?.group === ''
}

/** Content of an event about a created object. */
export interface RecordedObjects {
  readonly sent: 'nothing' | 'all' | 'all but managed fields'
  readonly answered: boolean
}

/** Returns an event for comparison: its stage and level, and its content if given. */
export function eventText(stage: string, level: string, objects?: RecordedObjects): string {
  if (objects === undefined) return `${stage} ${level}`
  return `${stage} ${level}, of what is sent ${objects.sent}, of what is answered ${objects.answered ? 'all' : 'nothing'}`
}

/** Returns the content of an event. */
export function objectsIn(event: {
  readonly requestObject?: unknown
  readonly responseObject?: unknown
}): RecordedObjects {
  const { requestObject: sent, responseObject } = event
  const hasManagedFields = sent !== undefined && JSON.stringify(sent).includes('"managedFields"')
  return {
    sent: sent === undefined ? 'nothing' : hasManagedFields ? 'all' : 'all but managed fields',
    answered: responseObject !== undefined,
  }
}
