import type { UserInfo } from '../../serving/user.ts'

/** Attributes of a request for authorization. */
export interface Attributes {
  readonly user: UserInfo
  readonly verb: string
  readonly path: string
  /** Requested object; undefined for other paths. */
  readonly resource:
    | {
        readonly group: string
        readonly version: string
        readonly namespace: string
        readonly resource: string
        readonly name: string
        readonly subresource: string
        /** Selectors of the request, if there are any. */
        readonly fieldSelector?: unknown
        readonly labelSelector?: unknown
      }
    | undefined
}

/** Decision of an authorizer; `no opinion` leaves the request to the next authorizer. */
export interface Decision {
  readonly verdict: 'allow' | 'deny' | 'no opinion'
  readonly reason?: string | undefined
  /** Error during the decision. */
  readonly error?: string | undefined
}

/** Decides whether a request is allowed. */
export interface Authorizer {
  decide(attributes: Attributes): Promise<Decision>
}

/** Authorizer as one link of a chain. */
export interface ChainLink extends Authorizer {
  /** Type of the authorizer, such as `Webhook`. */
  readonly type: string
  /** Name in metrics. */
  readonly name: string
  /** True if the authorizer was unreachable at the last call; used by a fault only. */
  readonly isDead?: boolean
}
