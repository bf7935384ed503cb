import type { UserInfo } from '../../serving/user.ts'

/** What is to be done by whom. */
export interface Attributes {
  readonly user: UserInfo
  readonly verb: string
  readonly path: string
  /** The object it is about; undefined for other paths. */
  readonly resource:
    | {
        readonly group: string
        readonly version: string
        readonly namespace: string
        readonly resource: string
        readonly name: string
        readonly subresource: string
        /** Which objects of the resource it is about, where a request selects some. */
        readonly fieldSelector?: unknown
        readonly labelSelector?: unknown
      }
    | undefined
}

/** What an authorizer thinks; `no opinion` leaves it to the next one. */
export interface Decision {
  readonly verdict: 'allow' | 'deny' | 'no opinion'
  readonly reason?: string | undefined
  /** What went wrong while it was thought about. */
  readonly error?: string | undefined
}

/** Decides whether something may be done. */
export interface Authorizer {
  decide(attributes: Attributes): Promise<Decision>
}

/** An authorizer as one link of a chain. */
export interface ChainLink extends Authorizer {
  /** Its sort, such as `Webhook`. */
  readonly type: string
  /** What metrics call it. */
  readonly name: string
  /** Whether it could not be reached when it was asked last; only a defect cares. */
  readonly isDead?: boolean
}
