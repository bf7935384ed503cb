import { isDeepStrictEqual } from 'node:util'
import { type ApiObject, type StoredObject, omitFields } from '../model/object.ts'
import { conflict, invalid, staleVersionMessage } from '../model/refusal.ts'
import { apiVersionOf, type Resource } from '../resources/resource.ts'

/**
 * Part of an object that a request may change. `status` is only the status, and `all` is everything. `main` is
 * everything, without the status if that is a subresource. `uncounted` is everything, and keeps the generation.
 */
export type ChangedPart = 'main' | 'status' | 'all' | 'uncounted'

/** Throws 409 unless the identity and version that a client sends match the stored object. */
export function checkIdentity(
  resource: Resource,
  currentObject: StoredObject,
  {
    uid,
    resourceVersion,
  }: { readonly uid?: string | undefined; readonly resourceVersion?: string | undefined },
): void {
  const { name } = currentObject.metadata
  if (uid && uid !== currentObject.metadata.uid) {
    const message = `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${currentObject.metadata.uid}`
    throw conflict(resource, name, message)
  }
  if (resourceVersion && resourceVersion !== currentObject.metadata.resourceVersion)
    throw conflict(resource, name, staleVersionMessage)
}

/** Throws 409 unless the object matches the preconditions of its deletion. */
export function checkPreconditions(
  resource: Resource,
  currentObject: StoredObject,
  { uid, resourceVersion }: { readonly uid?: string; readonly resourceVersion?: string },
): void {
  const { metadata } = currentObject
  const mismatch =
    uid && uid !== metadata.uid
      ? `the UID in the precondition (${uid}) does not match the UID in record (${metadata.uid}). The object might have been deleted and then recreated`
      : resourceVersion && resourceVersion !== metadata.resourceVersion
        ? `the ResourceVersion in the precondition (${resourceVersion}) does not match the ResourceVersion in record (${metadata.resourceVersion}). The object might have been modified`
        : undefined
  // A real server names the kind in this error, and the resource in all others.
  if (mismatch !== undefined) throw conflict({ ...resource, plural: resource.kind }, metadata.name, mismatch)
}

/** Returns the object after a change. Fields that clients may not change keep their values. */
export function updatedObject(
  resource: Resource,
  currentObject: StoredObject,
  change: ApiObject,
  part: ChangedPart,
): ApiObject {
  const { apiVersion: _, kind: __, metadata: wantedMetadata = {}, ...fields } = change
  const { metadata: currentMetadata, apiVersion: _apiVersion, kind: _kind, ...currentFields } = currentObject
  const changedFields =
    part === 'status'
      ? {
          ...omitFields(currentFields, 'status'),
          ...(fields.status !== undefined && { status: fields.status }),
        }
      : part === 'main' && resource.subresources.includes('status')
        ? {
            ...omitFields(fields, 'status'),
            ...(currentFields.status !== undefined && { status: currentFields.status }),
          }
        : fields
  const isChanged =
    resource.counted &&
    part !== 'uncounted' &&
    !(
      isDeepStrictEqual(omitFields(changedFields, 'status'), omitFields(currentFields, 'status')) &&
      keepLabels(resource, wantedMetadata, currentMetadata)
    )
  const metadata = {
    name: currentMetadata.name,
    ...(currentMetadata.generateName !== undefined && { generateName: currentMetadata.generateName }),
    ...(currentMetadata.namespace !== undefined && { namespace: currentMetadata.namespace }),
    uid: currentMetadata.uid,
    resourceVersion: currentMetadata.resourceVersion,
    ...(currentMetadata.generation !== undefined && {
      generation: currentMetadata.generation + (isChanged ? 1 : 0),
    }),
    ...(currentMetadata.creationTimestamp !== undefined && {
      creationTimestamp: currentMetadata.creationTimestamp,
    }),
    ...(currentMetadata.deletionTimestamp !== undefined && {
      deletionTimestamp: currentMetadata.deletionTimestamp,
    }),
    ...(currentMetadata.deletionGracePeriodSeconds !== undefined && {
      deletionGracePeriodSeconds: currentMetadata.deletionGracePeriodSeconds,
    }),
    ...pickFilled(wantedMetadata, 'labels', 'annotations', 'ownerReferences', 'finalizers', 'managedFields'),
    ...(wantedMetadata.managedFields === undefined && pickFilled(currentMetadata, 'managedFields')),
  }
  checkFinalizers(resource, currentObject, metadata.finalizers)
  return { kind: resource.kind, apiVersion: apiVersionOf(resource), metadata, ...changedFields }
}

/**
 * Reports whether the labels leave the generation unchanged. Only the labels of an EndpointSlice change the generation,
 * because they identify its owner.
 */
function keepLabels({ plural }: Resource, a: ApiObject['metadata'], b: ApiObject['metadata']): boolean {
  return plural !== 'endpointslices' || isDeepStrictEqual(a?.labels ?? {}, b?.labels ?? {})
}

/** Reports whether a change leaves the object unchanged. The store writes no new version for such a change. */
export function isUnchanged(currentObject: ApiObject, nextObject: ApiObject): boolean {
  return isDeepStrictEqual({ ...currentObject, apiVersion: '' }, { ...nextObject, apiVersion: '' })
}

function checkFinalizers(
  resource: Resource,
  { metadata }: StoredObject,
  finalizers: readonly string[] = [],
): void {
  if (metadata.deletionTimestamp === undefined) return
  const addedFinalizers = finalizers.filter((name) => !(metadata.finalizers ?? []).includes(name))
  if (addedFinalizers.length === 0) return
  const message = `Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers ${JSON.stringify(addedFinalizers)}`
  throw invalid(resource, metadata.name, 'metadata.finalizers', message)
}

/** Returns the named fields that are present and not empty. */
function pickFilled<Value extends object, Name extends keyof Value>(
  value: Value,
  ...names: Name[]
): Partial<Pick<Value, Name>> {
  const pickedFields: Partial<Pick<Value, Name>> = {}
  for (const name of names) {
    const fieldValue = value[name]
    if (fieldValue === undefined || fieldValue === null) continue
    if (typeof fieldValue === 'object' && Object.keys(fieldValue).length === 0) continue
    pickedFields[name] = fieldValue
  }
  return pickedFields
}
