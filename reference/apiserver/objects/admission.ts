import type { UserInfo } from '../../serving/user.ts'
import type { Json } from '../../serving/json-body.ts'
import type { Resource } from '../api/resource.ts'

/** A change that somebody wants. */
export interface Proposal {
  readonly operation: 'CREATE' | 'UPDATE' | 'DELETE'
  readonly resource: Resource
  readonly namespace: string
  readonly name: string
  readonly user: UserInfo
  /** The object to be stored; undefined for a deletion. */
  readonly object: Json | undefined
  readonly before: Json | undefined
}

/** Looks at changes before they are stored: gives the object to store, or throws an ApiError. */
export type Admission = (proposal: Proposal) => Promise<Json | undefined>

/** Admits everything as it is. */
export const admitAll: Admission = async ({ object }) => object
