/** Any value that JSON can say. */
export type Json = string | number | boolean | null | Json[] | { [name: string]: Json | undefined }

/** Who an object belongs to. */
export interface OwnerReference {
  readonly apiVersion: string
  readonly kind: string
  readonly name: string
  readonly uid: string
  readonly controller?: boolean
  readonly blockOwnerDeletion?: boolean
}

/** What the API server itself knows of an object. */
export interface ObjectMeta {
  readonly name?: string
  readonly generateName?: string
  readonly namespace?: string
  readonly uid?: string
  /** The store's counter as text, at the object's last change. */
  readonly resourceVersion?: string
  readonly generation?: number
  /** RFC 3339, in whole seconds. */
  readonly creationTimestamp?: string | null
  readonly deletionTimestamp?: string
  readonly deletionGracePeriodSeconds?: number
  readonly labels?: Readonly<Record<string, string>>
  readonly annotations?: Readonly<Record<string, string>>
  readonly finalizers?: readonly string[]
  readonly ownerReferences?: readonly OwnerReference[]
  readonly managedFields?: readonly Json[]
}

/** An object as clients send it and get it. Stored ones are never changed, only replaced. */
export interface ApiObject {
  readonly apiVersion?: string
  readonly kind?: string
  readonly metadata?: ObjectMeta
  readonly [field: string]: unknown
}

/** An object with a name, as it is stored. */
export interface StoredObject extends ApiObject {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: ObjectMeta & {
    readonly name: string
    readonly uid: string
    readonly resourceVersion: string
  }
}

/** Whether something is an object in the sense of JSON. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The field of an object as an object; an empty one when it is something else or absent. */
export function recordAt(value: unknown, field: string): Readonly<Record<string, unknown>> {
  const inside = isRecord(value) ? value[field] : undefined
  return isRecord(inside) ? inside : {}
}

/** What stands at a dotted path (`spec.nodeName`); `undefined` when nothing does. */
export function valueAt(value: unknown, path: string): unknown {
  let at = value
  for (const field of path.split('.')) {
    if (!isRecord(at)) return undefined
    at = at[field]
  }
  return at
}

/** The same value without the named fields. */
export function without<Value extends object>(value: Value, ...fields: string[]): Value {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !fields.includes(name))) as Value
}

/** The time as the API writes it: RFC 3339 in whole seconds. */
export function timestamp(atMs = Date.now()): string {
  return `${new Date(atMs).toISOString().slice(0, 19)}Z`
}
