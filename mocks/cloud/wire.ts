import type { Answer, HttpSeen } from '../http/index.ts'

/** An address of a node or of a load balancer. */
export interface NodeAddress {
  /** `InternalIP`, `Hostname`. */
  readonly type: string
  readonly address: string
}

/** What the cloud knows of the machine behind a node. */
export interface InstanceMetadata {
  readonly providerID: string
  readonly instanceType: string
  readonly zone: string
  readonly region: string
  readonly addresses: readonly NodeAddress[]
}

/** Where a load balancer takes connections. */
export interface Ingress {
  readonly ip: string
}

/** The way to the range of a node's pods. */
export interface Route {
  readonly name: string
  readonly node: string
  readonly range: string
}

/** What each call comes to, by its name, which is its path. */
export interface CloudReplies {
  /** The mark by which a cluster's instances are told from others; empty in a cloud without such marks. */
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

/** What a cloud can be told to answer otherwise, call by call. */
export type CloudAnswers = { readonly [Call in CloudCall]: Answer<CloudReplies[Call]> }

/** What it answers by: its calls. */
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

/** What a call tells: who is meant, and what is to be. */
export interface Told {
  readonly cluster?: string
  readonly node?: string
  /** Namespace and name: `default/web`. */
  readonly service?: string
  readonly nodes?: readonly string[]
  readonly range?: string
  readonly name?: string
}

/** One call as it arrived, or a connection on which nothing was asked. */
export interface CloudSeen extends HttpSeen {
  /** Absent where the path names none. */
  readonly call?: CloudCall
  readonly told: Told
}

/** What a body tells; nothing where it is no JSON object. */
export function readTold(body: string): Told | undefined {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}
