import { isMapping } from '../config/decode.ts'
import type { ApiObject } from './api.ts'

/** Returns the value at a dotted path (`spec.nodeName`); `undefined` if there is none. */
export function at(value: unknown, path: string): unknown {
  let inside = value
  for (const name of path.split('.')) inside = isMapping(inside) ? inside[name] : undefined
  return inside
}

/** Returns the text at a path, or an empty text. */
export function textAt(value: unknown, path: string): string {
  const found = at(value, path)
  return typeof found === 'string' ? found : ''
}

/** Returns the number at a path. */
export function numberAt(value: unknown, path: string, otherwise = 0): number {
  const found = at(value, path)
  return typeof found === 'number' ? found : otherwise
}

/** Returns the object at a path, or an empty one for any other value. */
export function mapAt(value: unknown, path: string): ApiObject {
  const found = at(value, path)
  return isMapping(found) ? found : {}
}

/** Returns the objects of the list at a path. */
export function listAt(value: unknown, path: string): readonly ApiObject[] {
  const found = at(value, path)
  return Array.isArray(found) ? found.filter(isMapping) : []
}

/** Returns the texts of the list at a path. */
export function textsAt(value: unknown, path: string): readonly string[] {
  const found = at(value, path)
  return Array.isArray(found) ? found.filter((one) => typeof one === 'string') : []
}

/** Returns the time at a path in milliseconds since 1970, or NaN when there is none. */
export function timeAt(value: unknown, path: string): number {
  return Date.parse(textAt(value, path))
}

export const nameOf = (object: ApiObject) => textAt(object, 'metadata.name')
export const namespaceOf = (object: ApiObject) => textAt(object, 'metadata.namespace')
export const uidOf = (object: ApiObject) => textAt(object, 'metadata.uid')

/** Returns the namespace and name of an object, which identify it within its resource. */
export const keyOf = (object: ApiObject) => `${namespaceOf(object)}/${nameOf(object)}`

/** Returns a time in the format of API objects. */
export const timestampOf = (atMs = Date.now()) => `${new Date(atMs).toISOString().slice(0, 19)}Z`

/** Returns the value of a label of an object, or an empty text. */
export function labelOf(object: ApiObject, label: string): string {
  const value = mapAt(object, 'metadata.labels')[label]
  return typeof value === 'string' ? value : ''
}

/** Reports whether an object is owned by another. */
export function isOwnedBy(object: ApiObject, owner: ApiObject): boolean {
  return listAt(object, 'metadata.ownerReferences').some(({ uid }) => uid === uidOf(owner))
}

/** Returns the owner reference to an object. */
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

/** Reports whether an object has all of the labels. A selector without labels selects nothing. */
export function isSelected(object: ApiObject, labels: ApiObject): boolean {
  const wanted = Object.entries(labels)
  const own = mapAt(object, 'metadata.labels')
  return wanted.length > 0 && wanted.every(([label, value]) => own[label] === value)
}

/** Returns the condition of a type from the status of an object. */
export function conditionOf(object: ApiObject, type: string): ApiObject | undefined {
  return listAt(object, 'status.conditions').find((one) => one['type'] === type)
}
