import { isMapping } from '../config/decode.ts'
import type { ApiObject } from './api.ts'
import { mapAt, textAt } from './object.ts'

/**
 * Returns the metadata with the resource version, which makes a patch fail if another client has changed the object.
 */
export function versionOf(lease: ApiObject): ApiObject {
  return { resourceVersion: textAt(lease, 'metadata.resourceVersion') }
}

/** Annotation that holds the record of a lock without fields for the record. */
const leaderAnnotation = 'control-plane.orch.io/leader'

/** Returns a lock object that contains the record. */
export function recordSpec(
  currentLease: ApiObject,
  spec: ApiObject,
  { lock }: { readonly lock: 'leases' | 'endpoints' },
): ApiObject {
  if (lock === 'leases')
    return { ...currentLease, apiVersion: 'coordination.orch.io/v1', kind: 'Lease', spec }
  const metadata = mapAt(currentLease, 'metadata')
  const annotations = { ...mapAt(metadata, 'annotations'), [leaderAnnotation]: JSON.stringify(spec) }
  return { ...currentLease, apiVersion: 'v1', kind: 'Endpoints', metadata: { ...metadata, annotations } }
}

/** Returns the annotations of a lock object, if it has any. */
export function annotationsOf(lock: ApiObject): ApiObject {
  const annotations = mapAt(lock, 'metadata.annotations')
  return Object.keys(annotations).length === 0 ? {} : { annotations }
}

/** Returns the record of a lock object. */
export function specOf(lock: ApiObject): ApiObject {
  if (isMapping(lock['spec'])) return lock['spec']
  const record = mapAt(lock, 'metadata.annotations')[leaderAnnotation]
  const spec: unknown = typeof record === 'string' ? JSON.parse(record) : undefined
  return isMapping(spec) ? spec : {}
}
