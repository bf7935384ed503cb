import { isRecord, type Json, timestamp } from '../model/object.ts'
import { listMerge } from './merge-keys.ts'

type Fields = Record<string, unknown>

/**
 * Applies the desired fields of one manager to an object. Unlike a real server, it reports no conflicts, and it removes
 * only fields that the same manager had applied before and omits now.
 */
export function applyPatch(target: unknown, applied: unknown, lastApplied: unknown): unknown {
  return merge(withoutRemoved(target, lastApplied, applied, ''), applied, '')
}

function merge(target: unknown, applied: unknown, name: string): unknown {
  if (!isRecord(applied)) return applied
  const mergedFields: Fields = isRecord(target) ? { ...target } : {}
  for (const [field, value] of Object.entries(applied)) {
    if (value === null) continue
    mergedFields[field] = Array.isArray(value)
      ? mergeList(listOf(mergedFields[field]), value, name, field)
      : merge(mergedFields[field], value, field)
  }
  return mergedFields
}

function mergeList(
  target: readonly unknown[],
  applied: readonly unknown[],
  parent: string,
  field: string,
): unknown[] {
  const mergeKind = listMerge(parent, field)
  if (mergeKind === undefined) return [...applied]
  if (mergeKind === 'set') return [...new Set([...target, ...applied])]
  const mergedItems = [...target]
  for (const item of applied) {
    const position = mergedItems.findIndex((mergedItem) => hasSameKey(mergedItem, item, mergeKind.key))
    if (position < 0) mergedItems.push(item)
    else mergedItems[position] = merge(mergedItems[position], item, field)
  }
  return mergedItems
}

/** Returns the target without fields that the manager applied before and now omits. */
function withoutRemoved(target: unknown, lastApplied: unknown, applied: unknown, name: string): unknown {
  if (!isRecord(target) || !isRecord(lastApplied)) return target
  const remainingFields: Fields = { ...target }
  const appliedFields: Fields = isRecord(applied) ? applied : {}
  for (const [field, value] of Object.entries(lastApplied)) {
    if (!(field in appliedFields)) {
      if (Array.isArray(value))
        remainingFields[field] = remainingItems(listOf(remainingFields[field]), value, [], name, field)
      else if (isRecord(value))
        remainingFields[field] = withoutRemoved(remainingFields[field], value, {}, field)
      if (!(isRecord(value) || Array.isArray(value)) || isEmpty(remainingFields[field]))
        delete remainingFields[field]
    } else if (Array.isArray(value)) {
      remainingFields[field] = remainingItems(
        listOf(remainingFields[field]),
        value,
        listOf(appliedFields[field]),
        name,
        field,
      )
    } else remainingFields[field] = withoutRemoved(remainingFields[field], value, appliedFields[field], field)
  }
  return remainingFields
}

function remainingItems(
  list: readonly unknown[],
  lastApplied: readonly unknown[],
  appliedNow: readonly unknown[],
  parent: string,
  field: string,
): unknown[] {
  const mergeKind = listMerge(parent, field)
  if (mergeKind === undefined) return []
  const isSameItem = (a: unknown, b: unknown): boolean =>
    mergeKind === 'set' ? a === b : hasSameKey(a, b, mergeKind.key)
  return list
    .filter(
      (item) =>
        !lastApplied.some((appliedItem) => isSameItem(appliedItem, item)) ||
        appliedNow.some((appliedItem) => isSameItem(appliedItem, item)),
    )
    .map((item) =>
      withoutRemoved(
        item,
        lastApplied.find((appliedItem) => isSameItem(appliedItem, item)),
        appliedNow.find((appliedItem) => isSameItem(appliedItem, item)),
        field,
      ),
    )
}

/** Returns the entry of `managedFields` for a manager and its applied fields. */
export function appliedEntry(
  manager: string,
  apiVersion: string,
  applied: unknown,
  subresource: string,
): Json {
  return {
    manager,
    operation: 'Apply',
    apiVersion,
    time: timestamp(),
    fieldsType: 'FieldsV1',
    fieldsV1: fieldsOf(applied, '', true),
    ...(subresource !== '' && { subresource }),
  }
}

const identityFields = new Set(['apiVersion', 'kind'])

function fieldsOf(value: unknown, name: string, isTopLevel = false): { [field: string]: Json } {
  const ownedFields: { [field: string]: Json } = {}
  for (const [field, fieldValue] of Object.entries(isRecord(value) ? value : {})) {
    if (isTopLevel && identityFields.has(field)) continue
    if (name === 'metadata' && (field === 'name' || field === 'namespace')) continue
    const key = Array.isArray(fieldValue) ? listMerge(name, field) : undefined
    if (Array.isArray(fieldValue) && key !== undefined && key !== 'set') {
      ownedFields[`f:${field}`] = Object.fromEntries(
        fieldValue.map((item) => [
          `k:${JSON.stringify({ [key.key]: isRecord(item) ? (item[key.key] as Json) : null })}`,
          { '.': {}, ...fieldsOf(item, field) },
        ]),
      )
    } else if (Array.isArray(fieldValue) && key === 'set') {
      ownedFields[`f:${field}`] = Object.fromEntries(
        fieldValue.map((item) => [`v:${JSON.stringify(item)}`, {}]),
      )
    } else ownedFields[`f:${field}`] = fieldsOf(fieldValue, field)
  }
  return ownedFields
}

function hasSameKey(a: unknown, b: unknown, key: string): boolean {
  return isRecord(a) && isRecord(b) && a[key] === b[key]
}

function isEmpty(value: unknown): boolean {
  return (
    value === undefined ||
    (Array.isArray(value) ? value.length === 0 : isRecord(value) && Object.keys(value).length === 0)
  )
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
