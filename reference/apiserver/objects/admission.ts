import type { UserInfo } from '../../serving/user.ts'
import type { Json } from '../../serving/json-body.ts'
import type { Resource } from '../api/resource.ts'

/** Requested change of an object. */
export interface Proposal {
  readonly operation: 'CREATE' | 'UPDATE' | 'DELETE'
  readonly resource: Resource
  readonly namespace: string
  readonly name: string
  readonly user: UserInfo
  /** Object to store; undefined for a deletion. */
  readonly object: Json | undefined
  readonly before: Json | undefined
}

/** Admits changes before they are stored. Returns the object to store, or throws an ApiError. */
export type Admission = (proposal: Proposal) => Promise<Json | undefined>

/** Admits all changes unmodified. */
export const admitAll: Admission = async ({ object }) => object
