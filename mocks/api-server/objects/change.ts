import { isDeepStrictEqual } from 'node:util'
import { type ApiObject, type StoredObject, without } from '../model/object.ts'
import { conflict, invalid, staleVersion } from '../model/refusal.ts'
import { apiVersionOf, type Resource } from '../resources/resource.ts'

/**
 * Part of an object that a request may change: `status` keeps the desired state, `main` keeps the status. `uncounted`
 * changes everything without a new generation.
 */
export type ChangedPart = 'main' | 'status' | 'all' | 'uncounted'

/** Throws 409 unless the identity and version that a client sends match the stored object. */
export function checkIdentity(
  resource: Resource,
  current: StoredObject,
  {
    uid,
    resourceVersion,
  }: { readonly uid?: string | undefined; readonly resourceVersion?: string | undefined },
): void {
  const { name } = current.metadata
  if (uid && uid !== current.metadata.uid) {
    const why = `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${current.metadata.uid}`
    throw conflict(resource, name, why)
  }
  if (resourceVersion && resourceVersion !== current.metadata.resourceVersion)
    throw conflict(resource, name, staleVersion)
}

/** Throws 409 unless the object matches the preconditions of its deletion. */
export function checkPreconditions(
  resource: Resource,
  current: StoredObject,
  { uid, resourceVersion }: { readonly uid?: string; readonly resourceVersion?: string },
): void {
  const { metadata } = current
  const failed =
    uid && uid !== metadata.uid
      ? `the UID in the precondition (${uid}) does not match the UID in record (${metadata.uid}). The object might have been deleted and then recreated`
      : resourceVersion && resourceVersion !== metadata.resourceVersion
        ? `the ResourceVersion in the precondition (${resourceVersion}) does not match the ResourceVersion in record (${metadata.resourceVersion}). The object might have been modified`
        : undefined
  // A real server names the kind here, and the resource elsewhere.
  if (failed !== undefined) throw conflict({ ...resource, plural: resource.kind }, metadata.name, failed)
}

/** Returns the object after a change; fields that clients may not change keep their values. */
export function updatedObject(
  resource: Resource,
  current: StoredObject,
  wanted: ApiObject,
  part: ChangedPart,
): ApiObject {
  const { apiVersion: _, kind: __, metadata: wantedMetadata = {}, ...fields } = wanted
  const { metadata: was, apiVersion: ___, kind: ____, ...present } = current
  const next =
    part === 'status'
      ? { ...without(present, 'status'), ...(fields.status !== undefined && { status: fields.status }) }
      : part === 'main' && resource.subresources.includes('status')
        ? { ...without(fields, 'status'), ...(present.status !== undefined && { status: present.status }) }
        : fields
  const changed =
    resource.counted &&
    part !== 'uncounted' &&
    !(
      isDeepStrictEqual(without(next, 'status'), without(present, 'status')) &&
      sameLabels(resource, wantedMetadata, was)
    )
  const metadata = {
    name: was.name,
    ...(was.generateName !== undefined && { generateName: was.generateName }),
    ...(was.namespace !== undefined && { namespace: was.namespace }),
    uid: was.uid,
    resourceVersion: was.resourceVersion,
    ...(was.generation !== undefined && { generation: was.generation + (changed ? 1 : 0) }),
    ...(was.creationTimestamp !== undefined && { creationTimestamp: was.creationTimestamp }),
    ...(was.deletionTimestamp !== undefined && { deletionTimestamp: was.deletionTimestamp }),
    ...(was.deletionGracePeriodSeconds !== undefined && {
      deletionGracePeriodSeconds: was.deletionGracePeriodSeconds,
    }),
    ...pick(wantedMetadata, 'labels', 'annotations', 'ownerReferences', 'finalizers', 'managedFields'),
    ...(wantedMetadata.managedFields === undefined && pick(was, 'managedFields')),
  }
  checkFinalizers(resource, current, metadata.finalizers)
  return { kind: resource.kind, apiVersion: apiVersionOf(resource), metadata, ...next }
}

/** Labels of slices identify their owner, so a change of them raises the generation. */
function sameLabels({ plural }: Resource, a: ApiObject['metadata'], b: ApiObject['metadata']): boolean {
  return plural !== 'endpointslices' || isDeepStrictEqual(a?.labels ?? {}, b?.labels ?? {})
}

/** Reports whether a change leaves the object unchanged; such a change makes no version. */
export function isSame(current: ApiObject, next: ApiObject): boolean {
  return isDeepStrictEqual({ ...current, apiVersion: '' }, { ...next, apiVersion: '' })
}

function checkFinalizers(
  resource: Resource,
  { metadata }: StoredObject,
  wanted: readonly string[] = [],
): void {
  if (metadata.deletionTimestamp === undefined) return
  const added = wanted.filter((name) => !(metadata.finalizers ?? []).includes(name))
  if (added.length === 0) return
  const why = `Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers ${JSON.stringify(added)}`
  throw invalid(resource, metadata.name, 'metadata.finalizers', why)
}

/** Returns the named fields that are present and not empty. */
function pick<Value extends object, Name extends keyof Value>(
  value: Value,
  ...names: Name[]
): Partial<Pick<Value, Name>> {
  const picked: Partial<Pick<Value, Name>> = {}
  for (const name of names) {
    const inside = value[name]
    if (inside === undefined || inside === null) continue
    if (typeof inside === 'object' && Object.keys(inside).length === 0) continue
    picked[name] = inside
  }
  return picked
}
