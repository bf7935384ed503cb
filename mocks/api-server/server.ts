import type { Identities } from './requests/identities.ts'
import type { Objects } from './objects/objects.ts'

/** What the deeds of a server work on. */
export interface Server {
  readonly objects: Objects
  readonly identities: Identities
  /** As `/version` tells it: `v1.34.0`. */
  readonly version: string
  /** The domain of annotations and groups: `k8s.io`. */
  readonly domain: string
  readonly address: () => string
  /** What managers have applied last, by the uid of the object. */
  readonly applied: Map<string, Map<string, unknown>>
}
