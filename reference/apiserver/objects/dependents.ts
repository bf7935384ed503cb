import type { FlagValues } from '../../flags/flag-values.ts'
import type { Ask } from '../../serving/ask.ts'
import { type Json, jsonBody, member } from '../../serving/json-body.ts'
import type { ServerQuirks } from '../faults.ts'
import { metadataOf } from '../api/object.ts'

/** What is to become of objects that belong to a deleted one, as requests spell it, and the finalizer that sees to it. */
const finalizers: Readonly<Record<string, string>> = { Foreground: 'foregroundDeletion', Orphan: 'orphan' }

/** What a deletion asks for: in its query, or in a body of options. */
export async function propagationOf(ask: Ask): Promise<string> {
  const { propagationPolicy } = (await ask.body()) === '' ? {} : await jsonBody(ask)
  const given = ask.query.get('propagationPolicy') ?? propagationPolicy
  return typeof given === 'string' ? given : ''
}

/** An object that is to be deleted once others have done their part; undefined where it can go at once. */
export type Mark = (object: Json, propagation: string) => Json | undefined

/** Marks objects for the garbage collector, where that is enabled. */
export function markFor(flags: FlagValues, quirks: ServerQuirks): Mark {
  const isOn = (): boolean =>
    flags.bool('enable-garbage-collector')
      ? !quirks.fault('garbage-collector-missing')
      : quirks.fault('garbage-collector-always')
  return (object, propagation) => {
    const isTaken = propagation === 'Background' && quirks.fault('garbage-collector-takes-all')
    const finalizer = finalizers[isTaken ? 'Foreground' : propagation]
    if (finalizer === undefined || !isOn()) return undefined
    const metadata = metadataOf(object)
    const deletionTimestamp = metadata['deletionTimestamp'] ?? new Date().toISOString().replace(/\.\d+/, '')
    const others = finalizersOf(object).filter((name) => name !== finalizer)
    return { ...object, metadata: { ...metadata, deletionTimestamp, finalizers: [...others, finalizer] } }
  }
}

/** Whether an object waits for its deletion, and nobody has a part left to do. */
export function isDone(object: Json): boolean {
  return metadataOf(object)['deletionTimestamp'] !== undefined && finalizersOf(object).length === 0
}

function finalizersOf(object: Json): readonly unknown[] {
  const { finalizers: names } = member(object, 'metadata')
  return Array.isArray(names) ? names : []
}
