import type { AuditPolicy, PolicyRule, Stage } from '../../shared/audit/policy.ts'

/** A request as it is sent: by whom, and for what. */
export interface Request {
  readonly user: string
  readonly verb: 'get' | 'list' | 'create' | 'update' | 'patch' | 'delete'
  /** A path that stands for no resource. */
  readonly path?: string
  readonly resource?: {
    readonly group: string
    readonly namespace: string
    readonly resource: string
    readonly subresource: string
    readonly name: string
  }
}

/** What a policy says beside its rules. */
export type Whole = Pick<AuditPolicy, 'omitStages' | 'omitManagedFields'>

/** All that policies say beside their rules: few, as policies share a start only where they say the same. */
export const wholes = [
  {},
  { omitStages: ['RequestReceived'], omitManagedFields: true },
  { omitStages: ['ResponseComplete'] },
] as const satisfies readonly Whole[]

/** A policy and the requests that are put to it; its rules are about the users of the case alone. */
export interface PolicyCase {
  readonly whole: Whole
  readonly rules: readonly PolicyRule[]
  readonly requests: readonly Request[]
}

/** The users of every case with their groups. */
export const users: Readonly<Record<string, readonly string[]>> = {
  ann: ['crew'],
  anna: ['crew-two'],
  bob: ['crew', 'cooks'],
  'system:cat': [],
}

/** What is recorded of each request. */
export const stages: readonly Stage[] = ['RequestReceived', 'ResponseComplete']

/** Whether a request makes an object; all others for what is really there only look. */
export function makes({ verb, resource }: Request): boolean {
  return verb === 'create' && resource?.group === ''
}

/** What an event holds of an object that is made. */
export interface Held {
  readonly sent: 'nothing' | 'all' | 'all but managed fields'
  readonly answered: boolean
}

/** An event as it is compared: its stage and level, and what it holds where that is told. */
export function eventText(stage: string, level: string, held?: Held): string {
  if (held === undefined) return `${stage} ${level}`
  return `${stage} ${level}, of what is sent ${held.sent}, of what is answered ${held.answered ? 'all' : 'nothing'}`
}

/** What an event holds. */
export function heldBy(event: { readonly requestObject?: unknown; readonly responseObject?: unknown }): Held {
  const { requestObject: sent, responseObject } = event
  const isWhole = sent !== undefined && JSON.stringify(sent).includes('"managedFields"')
  return {
    sent: sent === undefined ? 'nothing' : isWhole ? 'all' : 'all but managed fields',
    answered: responseObject !== undefined,
  }
}
