import type { Answer, HttpJournalEntry } from '../http/index.ts'

/** An address of a node or of a load balancer. */
export interface NodeAddress {
  /** Type of the address, such as `InternalIP` or `Hostname`. */
  readonly type: string
  readonly address: string
}

/** Metadata of the machine of a node. */
export interface InstanceMetadata {
  readonly providerID: string
  readonly instanceType: string
  readonly zone: string
  readonly region: string
  readonly addresses: readonly NodeAddress[]
}

/** Address on which a load balancer accepts connections. */
export interface Ingress {
  readonly ip: string
}

/** Route to the address range of a node's pods. */
export interface Route {
  readonly name: string
  readonly node: string
  readonly range: string
}

/** Response to each call, by the name of the call, which is also its path. */
export interface CloudReplies {
  /**
   * Id that distinguishes a cluster's instances from the instances of other clusters; empty in a cloud without such
   * ids.
   */
  readonly 'cluster-id': { readonly id: string }
  readonly 'instance-exists': { readonly exists: boolean }
  readonly 'instance-shutdown': { readonly shutdown: boolean }
  readonly 'instance-metadata': InstanceMetadata
  readonly 'get-load-balancer': { readonly exists: boolean; readonly ingress: readonly Ingress[] }
  readonly 'ensure-load-balancer': { readonly ingress: readonly Ingress[] }
  readonly 'update-load-balancer': object
  readonly 'delete-load-balancer': object
  readonly 'list-routes': { readonly routes: readonly Route[] }
  readonly 'create-route': object
  readonly 'delete-route': object
}

/** The name of a call. */
export type CloudCall = keyof CloudReplies

/** Responses of a cloud that can be scripted, by call. */
export type CloudAnswers = { readonly [Call in CloudCall]: Answer<CloudReplies[Call]> }

/** Names of the responses that a script may set: the calls. */
export const answerNames: readonly CloudCall[] = [
  'cluster-id',
  'instance-exists',
  'instance-shutdown',
  'instance-metadata',
  'get-load-balancer',
  'ensure-load-balancer',
  'update-load-balancer',
  'delete-load-balancer',
  'list-routes',
  'create-route',
  'delete-route',
]

/** Content of a call: its target, and the desired state. */
export interface CallContent {
  readonly cluster?: string
  readonly node?: string
  /** Namespace and name: `default/web`. */
  readonly service?: string
  readonly nodes?: readonly string[]
  readonly range?: string
  readonly name?: string
}

/** One call as it arrived, or a connection without a request. */
export interface CloudRequest extends HttpJournalEntry {
  /** Name of the call; absent if the path names no call. */
  readonly call?: CloudCall
  readonly told: CallContent
}

/** Parses a body; undefined if it is not a JSON object. */
export function parseArguments(body: string): CallContent | undefined {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}
