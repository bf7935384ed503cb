import type { PolicyRule, Stage } from '../../shared/audit/policy.ts'

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

/** A policy and the requests that are put to it; its rules are about the users of the case alone. */
export interface PolicyCase {
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
