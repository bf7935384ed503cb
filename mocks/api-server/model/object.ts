/** Any JSON value. */
export type Json = string | number | boolean | null | Json[] | { [name: string]: Json | undefined }

/** Reference to the owner of an object. */
export interface OwnerReference {
  readonly apiVersion: string
  readonly kind: string
  readonly name: string
  readonly uid: string
  readonly controller?: boolean
  readonly blockOwnerDeletion?: boolean
}

/** Metadata of an object that the API server itself uses. */
export interface ObjectMeta {
  readonly name?: string
  readonly generateName?: string
  readonly namespace?: string
  readonly uid?: string
  /** Version of the object's last change, as a string. */
  readonly resourceVersion?: string
  readonly generation?: number
  /** Time of the creation: RFC 3339, in whole seconds. */
  readonly creationTimestamp?: string | null
  readonly deletionTimestamp?: string
  readonly deletionGracePeriodSeconds?: number
  readonly labels?: Readonly<Record<string, string>>
  readonly annotations?: Readonly<Record<string, string>>
  readonly finalizers?: readonly string[]
  readonly ownerReferences?: readonly OwnerReference[]
  readonly managedFields?: readonly Json[]
}

/** An object as clients send and receive it. Stored objects are never changed, only replaced. */
export interface ApiObject {
  readonly apiVersion?: string
  readonly kind?: string
  readonly metadata?: ObjectMeta
  readonly [field: string]: unknown
}

/** A stored object, which has a name. */
export interface StoredObject extends ApiObject {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: ObjectMeta & {
    readonly name: string
    readonly uid: string
    readonly resourceVersion: string
  }
}

/** Reports whether a value is a JSON object. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns the field of an object as an object; an empty object if the field is absent or of another type. */
export function recordAt(value: unknown, field: string): Readonly<Record<string, unknown>> {
  const fieldValue = isRecord(value) ? value[field] : undefined
  return isRecord(fieldValue) ? fieldValue : {}
}

/** Returns the value at a dotted path (`spec.nodeName`); `undefined` if there is none. */
export function valueAt(value: unknown, path: string): unknown {
  let nestedValue = value
  for (const field of path.split('.')) {
    if (!isRecord(nestedValue)) return undefined
    nestedValue = nestedValue[field]
  }
  return nestedValue
}

/** Returns the same value without the named fields. */
export function omitFields<Value extends object>(value: Value, ...fields: string[]): Value {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !fields.includes(name))) as Value
}

/** Returns the time in the format of the API: RFC 3339 in whole seconds. */
export function timestamp(atMs = Date.now()): string {
  return `${new Date(atMs).toISOString().slice(0, 19)}Z`
}
