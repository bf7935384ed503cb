import type { Identities } from './requests/identities.ts'
import type { Objects } from './objects/objects.ts'

/** State that the actions of a server use. */
export interface Server {
  readonly objects: Objects
  readonly identities: Identities
  /** Version at `/version`: `v1.34.0`. */
  readonly version: string
  /** Domain of annotations and groups: `k8s.io`. */
  readonly domain: string
  readonly address: () => string
  /** Fields that managers have appliedFields last, by the uid of the object. */
  readonly appliedFields: Map<string, Map<string, unknown>>
}
