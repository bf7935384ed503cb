import type { FlagValues } from '../../flags/flag-values.ts'
import type { ServerRequest } from '../../serving/request.ts'
import { type Json, jsonBody, member } from '../../serving/json-body.ts'
import { fault } from '../../quirks/quirks.ts'
import { metadataOf } from '../api/object.ts'

/** Finalizers by the propagation policy for the dependents of a deleted object. */
const finalizers: Readonly<Record<string, string>> = { Foreground: 'foregroundDeletion', Orphan: 'orphan' }

/** Returns the propagation policy of a deletion, from its query or from a body of options. */
export async function propagationOf(request: ServerRequest): Promise<string> {
  const { propagationPolicy } = (await request.body()) === '' ? {} : await jsonBody(request)
  const requestedPolicy = request.query.get('propagationPolicy') ?? propagationPolicy
  return typeof requestedPolicy === 'string' ? requestedPolicy : ''
}

/** Returns the marked object if its deletion must wait for finalizers; undefined if it can be deleted at once. */
export type MarkDeletion = (object: Json, propagation: string) => Json | undefined

/** Returns the function that marks objects for the garbage collector, if that is enabled. */
export function markFor(flags: FlagValues): MarkDeletion {
  const isCollectorEnabled = (): boolean =>
    flags.bool('enable-garbage-collector')
      ? !fault('garbage-collector-missing')
      : fault('garbage-collector-always')
  return (object, propagation) => {
    const isTakenByCollector = propagation === 'Background' && fault('garbage-collector-takes-all')
    const finalizer = finalizers[isTakenByCollector ? 'Foreground' : propagation]
    if (finalizer === undefined || !isCollectorEnabled()) return undefined
    const metadata = metadataOf(object)
    const deletionTimestamp = metadata['deletionTimestamp'] ?? new Date().toISOString().replace(/\.\d+/, '')
    const otherFinalizers = finalizersOf(object).filter((name) => name !== finalizer)
    return {
      ...object,
      metadata: { ...metadata, deletionTimestamp, finalizers: [...otherFinalizers, finalizer] },
    }
  }
}

/** Reports whether an object is marked for deletion and has no finalizers left. */
export function isComplete(object: Json): boolean {
  return metadataOf(object)['deletionTimestamp'] !== undefined && finalizersOf(object).length === 0
}

function finalizersOf(object: Json): readonly unknown[] {
  const { finalizers: names } = member(object, 'metadata')
  return Array.isArray(names) ? names : []
}
