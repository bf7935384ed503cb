import { randomUUID } from 'node:crypto'
import { isMapping } from '../../config/decode.ts'
import { ApiError } from '../../serving/api-error.ts'
import { type Json, member } from '../../serving/json-body.ts'
import { apiVersion, type Resource } from './resource.ts'

/** Returns the `metadata` of an object: name, namespace and the rest. */
export function metadataOf(object: Json): Json {
  return member(object, 'metadata')
}

/**
 * Returns a new object as it is stored, with name, namespace and stamps. Throws an ApiError for a missing name or a
 * wrong kind.
 */
export function prepareCreate(
  object: Json,
  resource: Resource,
  namespace: string,
): { name: string; object: Json } {
  checkKind(object, resource)
  const metadata = metadataOf(object)
  const { generateName } = metadata
  const generatedName =
    typeof generateName === 'string' ? `${generateName}${randomUUID().slice(0, 5)}` : undefined
  const name = typeof metadata['name'] === 'string' ? metadata['name'] : generatedName
  if (name === undefined || name === '' || name.includes('/'))
    throw new ApiError(422, 'metadata.name: required')
  const stampedMetadata = {
    ...metadata,
    name,
    ...(resource.namespaced ? { namespace } : {}),
    uid: randomUUID(),
    creationTimestamp: new Date().toISOString().replace(/\.\d+/, ''),
    resourceVersion: undefined,
  }
  return { name, object: withKind({ ...object, metadata: stampedMetadata }, resource) }
}

/** Returns a changed object as it is stored. Its identity stays the same. */
export function prepareUpdate(object: Json, currentObject: Json, resource: Resource): Json {
  checkKind(object, resource)
  const { name, namespace, uid, creationTimestamp } = metadataOf(currentObject)
  const metadata = {
    ...metadataOf(object),
    name,
    namespace,
    uid,
    creationTimestamp,
    resourceVersion: undefined,
  }
  return withKind({ ...object, metadata }, resource)
}

/** Returns a stored object as it is sent, with the revision of its last change. */
export function withRevision(object: Json, revision: bigint): Json {
  return { ...object, metadata: { ...metadataOf(object), resourceVersion: String(revision) } }
}

/** Applies a JSON merge patch (RFC 7396). */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isMapping(patch)) return patch
  const mergedFields: Record<string, unknown> = isMapping(target) ? { ...target } : {}
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete mergedFields[key]
    else mergedFields[key] = mergePatch(mergedFields[key], value)
  }
  return mergedFields
}

function withKind(object: Json, resource: Resource): Json {
  return { ...object, kind: resource.kind, apiVersion: apiVersion(resource) }
}

function checkKind({ kind, apiVersion: version }: Json, resource: Resource): void {
  const isOfOtherKind =
    (kind !== undefined && kind !== resource.kind) ||
    (version !== undefined && version !== apiVersion(resource))
  if (isOfOtherKind) throw new ApiError(400, `the object is no ${resource.kind} of ${apiVersion(resource)}`)
}
