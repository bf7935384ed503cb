import { isRecord } from '../model/object.ts'
import { badRequest } from '../model/refusal.ts'
import { listMerge } from './merge-keys.ts'

type Fields = Record<string, unknown>

const directiveField = '$patch'
const retainKeysField = '$retainKeys'
const orderPrefix = '$setElementOrder/'
const deletePrefix = '$deleteFromPrimitiveList/'

/**
 * Applies a strategic merge patch: a merge patch that merges known lists by a key of their items. Throws 400 for an
 * invalid patch.
 */
export function strategicMergePatch(target: unknown, patch: unknown): unknown {
  if (!isRecord(patch)) throw badRequest('error decoding patch: a strategic merge patch is an object')
  return mergeFields(isRecord(target) ? target : {}, patch, '')
}

/** Merges a patch into an object; `name` is the name of the field that contains the object. */
function mergeFields(target: Fields, patch: Fields, name: string): Fields {
  if (patch[directiveField] === 'replace') return withoutDirectives(patch)
  if (patch[directiveField] === 'delete') return {}
  const retainedKeys = patch[retainKeysField]
  const mergedFields: Fields = Array.isArray(retainedKeys)
    ? Object.fromEntries(Object.entries(target).filter(([field]) => retainedKeys.includes(field)))
    : { ...target }
  for (const [field, fieldPatch] of Object.entries(patch)) {
    if (field === directiveField || field === retainKeysField || field.startsWith(orderPrefix)) continue
    if (field.startsWith(deletePrefix)) {
      const list = field.slice(deletePrefix.length)
      mergedFields[list] = listOf(mergedFields[list]).filter((item) => !listOf(fieldPatch).includes(item))
      continue
    }
    if (fieldPatch === null) delete mergedFields[field]
    else if (isRecord(fieldPatch)) {
      mergedFields[field] = mergeFields(
        isRecord(mergedFields[field]) ? mergedFields[field] : {},
        fieldPatch,
        field,
      )
    } else if (Array.isArray(fieldPatch)) {
      mergedFields[field] = mergeList(listOf(mergedFields[field]), fieldPatch, name, field)
    } else mergedFields[field] = fieldPatch
  }
  for (const [field, order] of Object.entries(patch)) {
    if (!field.startsWith(orderPrefix)) continue
    const list = field.slice(orderPrefix.length)
    if (list in mergedFields)
      mergedFields[list] = orderItems(listOf(mergedFields[list]), listOf(order), name, list)
  }
  return mergedFields
}

function mergeList(
  target: readonly unknown[],
  patch: readonly unknown[],
  parent: string,
  field: string,
): unknown[] {
  const mergeKind = listMerge(parent, field)
  if (mergeKind === undefined) return patch.map(withoutDirectives)
  // New items come first, unless an order is given.
  if (mergeKind === 'set') return [...patch.filter((item) => !target.includes(item)), ...target]
  if (patch.some((item) => isRecord(item) && item[directiveField] === 'replace')) {
    return patch
      .filter((item) => !(isRecord(item) && item[directiveField] === 'replace'))
      .map(withoutDirectives)
  }
  const mergedItems = [...target]
  const addedItems: unknown[] = []
  for (const item of patch) {
    if (!isRecord(item) || item[mergeKind.key] === undefined) {
      throw badRequest(`map: ${JSON.stringify(item)} does not contain declared merge key: ${mergeKind.key}`)
    }
    const position = mergedItems.findIndex(
      (mergedItem) => isRecord(mergedItem) && mergedItem[mergeKind.key] === item[mergeKind.key],
    )
    const currentItem = mergedItems[position]
    if (item[directiveField] === 'delete') {
      if (position >= 0) mergedItems.splice(position, 1)
    } else if (position >= 0 && isRecord(currentItem))
      mergedItems[position] = mergeFields(currentItem, item, field)
    else addedItems.push(withoutDirectives(item))
  }
  return [...addedItems, ...mergedItems]
}

/** Sorts the items in a given order. Every other item stays after its predecessor. */
function orderItems(
  list: readonly unknown[],
  order: readonly unknown[],
  parent: string,
  field: string,
): unknown[] {
  const mergeKind = listMerge(parent, field)
  const idOf = (item: unknown): unknown =>
    mergeKind !== undefined && mergeKind !== 'set' && isRecord(item) ? item[mergeKind.key] : item
  const positions = new Map(order.map((item, place) => [idOf(item), place]))
  let lastPosition = -1
  return list
    .map((item, index) => {
      lastPosition = positions.get(idOf(item)) ?? lastPosition
      return { item, place: lastPosition, index }
    })
    .toSorted((a, b) => a.place - b.place || a.index - b.index)
    .map(({ item }) => item)
}

/** Returns the values of a patch without directives, for an absent target. */
function withoutDirectives(value: Fields): Fields
function withoutDirectives(value: unknown): unknown
function withoutDirectives(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value
      .filter((item) => !(isRecord(item) && item[directiveField] === 'delete'))
      .map(withoutDirectives)
  }
  if (!isRecord(value)) return value
  const cleanedFields: Fields = {}
  for (const [field, fieldValue] of Object.entries(value)) {
    if (field.startsWith('$') || fieldValue === null) continue
    cleanedFields[field] = withoutDirectives(fieldValue)
  }
  return cleanedFields
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
