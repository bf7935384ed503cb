import { isRecord } from '../model/object.ts'
import { badRequest } from '../model/refusal.ts'
import { listMerge } from './merge-keys.ts'

type Fields = Record<string, unknown>

const directive = '$patch'
const retainKeys = '$retainKeys'
const orderPrefix = '$setElementOrder/'
const deletePrefix = '$deleteFromPrimitiveList/'

/** Applies a strategic merge patch: a merge patch that merges known lists by a key of their items. Throws 400. */
export function strategicMergePatch(target: unknown, patch: unknown): unknown {
  if (!isRecord(patch)) throw badRequest('error decoding patch: a strategic merge patch is an object')
  return mergeFields(isRecord(target) ? target : {}, patch, '')
}

/** Merges an object into another; `name` is the field that contains both. */
function mergeFields(target: Fields, patch: Fields, name: string): Fields {
  if (patch[directive] === 'replace') return clean(patch)
  if (patch[directive] === 'delete') return {}
  const kept = patch[retainKeys]
  const merged: Fields = Array.isArray(kept)
    ? Object.fromEntries(Object.entries(target).filter(([field]) => kept.includes(field)))
    : { ...target }
  for (const [field, wanted] of Object.entries(patch)) {
    if (field === directive || field === retainKeys || field.startsWith(orderPrefix)) continue
    if (field.startsWith(deletePrefix)) {
      const list = field.slice(deletePrefix.length)
      merged[list] = listOf(merged[list]).filter((item) => !listOf(wanted).includes(item))
      continue
    }
    if (wanted === null) delete merged[field]
    else if (isRecord(wanted)) {
      merged[field] = mergeFields(isRecord(merged[field]) ? merged[field] : {}, wanted, field)
    } else if (Array.isArray(wanted)) {
      merged[field] = mergeList(listOf(merged[field]), wanted, name, field)
    } else merged[field] = wanted
  }
  for (const [field, order] of Object.entries(patch)) {
    if (!field.startsWith(orderPrefix)) continue
    const list = field.slice(orderPrefix.length)
    if (list in merged) merged[list] = ordered(listOf(merged[list]), listOf(order), name, list)
  }
  return merged
}

function mergeList(
  target: readonly unknown[],
  patch: readonly unknown[],
  parent: string,
  field: string,
): unknown[] {
  const how = listMerge(parent, field)
  if (how === undefined) return patch.map(clean)
  // New items come first, unless an order is given.
  if (how === 'set') return [...patch.filter((item) => !target.includes(item)), ...target]
  if (patch.some((item) => isRecord(item) && item[directive] === 'replace')) {
    return patch.filter((item) => !(isRecord(item) && item[directive] === 'replace')).map(clean)
  }
  const merged = [...target]
  const added: unknown[] = []
  for (const item of patch) {
    if (!isRecord(item) || item[how.key] === undefined) {
      throw badRequest(`map: ${JSON.stringify(item)} does not contain declared merge key: ${how.key}`)
    }
    const at = merged.findIndex((known) => isRecord(known) && known[how.key] === item[how.key])
    const known = merged[at]
    if (item[directive] === 'delete') {
      if (at >= 0) merged.splice(at, 1)
    } else if (at >= 0 && isRecord(known)) merged[at] = mergeFields(known, item, field)
    else added.push(clean(item))
  }
  return [...added, ...merged]
}

/** Sorts the items in a given order; each other item stays after its predecessor. */
function ordered(
  list: readonly unknown[],
  order: readonly unknown[],
  parent: string,
  field: string,
): unknown[] {
  const how = listMerge(parent, field)
  const idOf = (item: unknown): unknown =>
    how !== undefined && how !== 'set' && isRecord(item) ? item[how.key] : item
  const places = new Map(order.map((item, place) => [idOf(item), place]))
  let last = -1
  return list
    .map((item, index) => {
      last = places.get(idOf(item)) ?? last
      return { item, place: last, index }
    })
    .toSorted((a, b) => a.place - b.place || a.index - b.index)
    .map(({ item }) => item)
}

/** Returns the values of a patch without directives, for an absent target. */
function clean(value: Fields): Fields
function clean(value: unknown): unknown
function clean(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.filter((item) => !(isRecord(item) && item[directive] === 'delete')).map(clean)
  }
  if (!isRecord(value)) return value
  const cleaned: Fields = {}
  for (const [field, inside] of Object.entries(value)) {
    if (field.startsWith('$') || inside === null) continue
    cleaned[field] = clean(inside)
  }
  return cleaned
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
