import { type ApiObject, recordAt, timestamp, omitFields } from '../model/object.ts'
import type { Resource } from '../resources/resource.ts'

/** Body of a DELETE. */
export interface DeleteOptions {
  readonly gracePeriodSeconds?: number
  readonly propagationPolicy?: 'Orphan' | 'Background' | 'Foreground'
  readonly orphanDependents?: boolean
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string }
  readonly dryRun?: readonly string[]
}

const foregroundFinalizer = 'foregroundDeletion'
const orphanFinalizer = 'orphan'

// Resources that orphan their dependents by default, as their oldest versions did.
const orphaningResources = new Set(['replicationcontrollers', 'jobs.batch'])

/** Reports whether an object that is to be deleted can be removed now. */
export function isRemovable(object: ApiObject): boolean {
  const { finalizers = [], deletionTimestamp, deletionGracePeriodSeconds = 0 } = object.metadata ?? {}
  if (deletionTimestamp === undefined || finalizers.length > 0) return false
  if (object.kind === 'Namespace') {
    const specFinalizers = recordAt(object, 'spec').finalizers
    return !Array.isArray(specFinalizers) || specFinalizers.length === 0
  }
  return deletionGracePeriodSeconds === 0
}

/** Returns the object marked for deletion; `undefined` if it is removed at once. */
export function pendingDeletion(
  resource: Resource,
  object: ApiObject,
  options: DeleteOptions,
): ApiObject | undefined {
  const { metadata = {} } = object
  const finalizers = finalizersFor(resource, object, options)
  const graceSeconds = graceOf(object, options)
  const spec = recordAt(object, 'spec')
  const isBlocked =
    finalizers.length > 0 ||
    graceSeconds > 0 ||
    (object.kind === 'Namespace' && Array.isArray(spec.finalizers) && spec.finalizers.length > 0)
  if (!isBlocked) return undefined
  const { deletionTimestamp, deletionGracePeriodSeconds = 0 } = metadata
  const isMarkedForDeletion = deletionTimestamp !== undefined
  // A second delete may only shorten the remaining time.
  if (isMarkedForDeletion && deletionGracePeriodSeconds <= graceSeconds) {
    return withFinalizers(object, finalizers)
  }
  const isNamespace = object.kind === 'Namespace'
  return withFinalizers(
    {
      ...object,
      metadata: {
        ...metadata,
        ...(metadata.generation !== undefined &&
          !isMarkedForDeletion && { generation: metadata.generation + 1 }),
        deletionTimestamp: timestamp(Date.now() + graceSeconds * 1_000),
        ...(!isNamespace && { deletionGracePeriodSeconds: graceSeconds }),
      },
      ...(isNamespace && { status: { ...recordAt(object, 'status'), phase: 'Terminating' } }),
    },
    finalizers,
  )
}

/** Returns the object in the response to an immediate removal. A pod has its deletion timestamp. */
export function removedObject(object: ApiObject): ApiObject {
  if (object.kind !== 'Pod') return object
  const { metadata = {} } = object
  const isMarkedForDeletion = metadata.deletionTimestamp !== undefined
  return {
    ...object,
    metadata: {
      ...metadata,
      ...(metadata.generation !== undefined &&
        !isMarkedForDeletion && { generation: metadata.generation + 1 }),
      deletionTimestamp: timestamp(),
      deletionGracePeriodSeconds: 0,
    },
  }
}

function withFinalizers(object: ApiObject, finalizers: readonly string[]): ApiObject {
  const metadata =
    finalizers.length > 0
      ? { ...object.metadata, finalizers }
      : omitFields(object.metadata ?? {}, 'finalizers')
  return { ...object, metadata }
}

function finalizersFor(resource: Resource, object: ApiObject, options: DeleteOptions): readonly string[] {
  const { finalizers = [] } = object.metadata ?? {}
  const { propagationPolicy, orphanDependents } = options
  const otherFinalizers = finalizers.filter(
    (name) => name !== foregroundFinalizer && name !== orphanFinalizer,
  )
  const policy =
    propagationPolicy ??
    (orphanDependents === undefined ? undefined : orphanDependents ? 'Orphan' : 'Background')
  if (policy === 'Foreground') return [...otherFinalizers, foregroundFinalizer]
  if (policy === 'Orphan') return [...otherFinalizers, orphanFinalizer]
  if (policy === 'Background') return otherFinalizers
  if (finalizers.length !== otherFinalizers.length) return finalizers
  const name = resource.group === '' ? resource.plural : `${resource.plural}.${resource.group}`
  return orphaningResources.has(name) ? [...otherFinalizers, orphanFinalizer] : finalizers
}

/** Returns the grace period of an object in seconds. Only a pod on a node has a grace period. */
function graceOf(object: ApiObject, { gracePeriodSeconds }: DeleteOptions): number {
  if (object.kind !== 'Pod') return 0
  const { nodeName, terminationGracePeriodSeconds } = recordAt(object, 'spec')
  const { phase } = recordAt(object, 'status')
  if (!nodeName || phase === 'Succeeded' || phase === 'Failed') return 0
  if (gracePeriodSeconds !== undefined) return Math.max(0, gracePeriodSeconds)
  return typeof terminationGracePeriodSeconds === 'number' ? terminationGracePeriodSeconds : 30
}
