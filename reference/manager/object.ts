import { isMapping } from '../config/decode.ts'
import type { ApiObject } from './api.ts'

/** What stands at a dotted path (`spec.nodeName`); `undefined` when nothing does. */
export function at(value: unknown, path: string): unknown {
  let inside = value
  for (const name of path.split('.')) inside = isMapping(inside) ? inside[name] : undefined
  return inside
}

/** The text at a path, or none. */
export function textAt(value: unknown, path: string): string {
  const found = at(value, path)
  return typeof found === 'string' ? found : ''
}

/** The number at a path. */
export function numberAt(value: unknown, path: string, otherwise = 0): number {
  const found = at(value, path)
  return typeof found === 'number' ? found : otherwise
}

/** The object at a path; an empty one when it is something else. */
export function mapAt(value: unknown, path: string): ApiObject {
  const found = at(value, path)
  return isMapping(found) ? found : {}
}

/** The objects of the list at a path. */
export function listAt(value: unknown, path: string): readonly ApiObject[] {
  const found = at(value, path)
  return Array.isArray(found) ? found.filter(isMapping) : []
}

/** The texts of the list at a path. */
export function textsAt(value: unknown, path: string): readonly string[] {
  const found = at(value, path)
  return Array.isArray(found) ? found.filter((one) => typeof one === 'string') : []
}

/** The time at a path in milliseconds since 1970; NaN when there is none. */
export function timeAt(value: unknown, path: string): number {
  return Date.parse(textAt(value, path))
}

export const nameOf = (object: ApiObject) => textAt(object, 'metadata.name')
export const namespaceOf = (object: ApiObject) => textAt(object, 'metadata.namespace')
export const uidOf = (object: ApiObject) => textAt(object, 'metadata.uid')

/** Namespace and name of an object, which tell it from others of its sort. */
export const keyOf = (object: ApiObject) => `${namespaceOf(object)}/${nameOf(object)}`

/** The time as objects say it. */
export const stamp = (atMs = Date.now()) => `${new Date(atMs).toISOString().slice(0, 19)}Z`

/** What a label of an object says, or nothing. */
export function labelOf(object: ApiObject, label: string): string {
  const value = mapAt(object, 'metadata.labels')[label]
  return typeof value === 'string' ? value : ''
}

/** Whether an object is owned by another. */
export function isOwnedBy(object: ApiObject, owner: ApiObject): boolean {
  return listAt(object, 'metadata.ownerReferences').some(({ uid }) => uid === uidOf(owner))
}

/** The reference by which something belongs to an object. */
export function ownerReference(owner: ApiObject): ApiObject {
  const { apiVersion, kind } = owner
  return {
    apiVersion,
    kind,
    name: nameOf(owner),
    uid: uidOf(owner),
    controller: true,
    blockOwnerDeletion: true,
  }
}

/** Whether an object has all of the labels; a selector without labels selects nothing. */
export function isSelected(object: ApiObject, labels: ApiObject): boolean {
  const wanted = Object.entries(labels)
  const own = mapAt(object, 'metadata.labels')
  return wanted.length > 0 && wanted.every(([label, value]) => own[label] === value)
}

/** The condition of a type in an object's status. */
export function conditionOf(object: ApiObject, type: string): ApiObject | undefined {
  return listAt(object, 'status.conditions').find((one) => one['type'] === type)
}
