import { isMapping } from '../config/decode.ts'
import type { ApiObject } from './api.ts'

/** Returns the value at a dotted path (`spec.nodeName`); `undefined` if there is none. */
export function valueAt(value: unknown, path: string): unknown {
  let currentValue = value
  for (const name of path.split('.')) currentValue = isMapping(currentValue) ? currentValue[name] : undefined
  return currentValue
}

/** Returns the string at a path, or an empty string. */
export function textAt(value: unknown, path: string): string {
  const foundValue = valueAt(value, path)
  return typeof foundValue === 'string' ? foundValue : ''
}

/** Returns the number at a path. */
export function numberAt(value: unknown, path: string, defaultValue = 0): number {
  const foundValue = valueAt(value, path)
  return typeof foundValue === 'number' ? foundValue : defaultValue
}

/** Returns the object at a path, or an empty object for any other value. */
export function mapAt(value: unknown, path: string): ApiObject {
  const foundValue = valueAt(value, path)
  return isMapping(foundValue) ? foundValue : {}
}

/** Returns the objects of the list at a path. */
export function listAt(value: unknown, path: string): readonly ApiObject[] {
  const foundValue = valueAt(value, path)
  return Array.isArray(foundValue) ? foundValue.filter(isMapping) : []
}

/** Returns the strings of the list at a path. */
export function textsAt(value: unknown, path: string): readonly string[] {
  const foundValue = valueAt(value, path)
  return Array.isArray(foundValue) ? foundValue.filter((entry) => typeof entry === 'string') : []
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

/** Returns the value of a label of an object, or an empty string. */
export function labelOf(object: ApiObject, label: string): string {
  const value = mapAt(object, 'metadata.labels')[label]
  return typeof value === 'string' ? value : ''
}

/** Reports whether an object is owned by another object. */
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

/** Reports whether an object has all labels of a selector. A selector without labels selects nothing. */
export function isSelected(object: ApiObject, labels: ApiObject): boolean {
  const selectorEntries = Object.entries(labels)
  const objectLabels = mapAt(object, 'metadata.labels')
  return (
    selectorEntries.length > 0 && selectorEntries.every(([label, value]) => objectLabels[label] === value)
  )
}

/** Returns the condition of a type from the status of an object. */
export function conditionOf(object: ApiObject, type: string): ApiObject | undefined {
  return listAt(object, 'status.conditions').find((condition) => condition['type'] === type)
}
