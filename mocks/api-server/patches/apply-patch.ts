import { isRecord, type Json, timestamp } from '../model/object.ts'
import { listMerge } from './merge-keys.ts'

type Fields = Record<string, unknown>

/**
 * Applies the desired fields of one manager to an object. Simpler than a real server: no conflicts are reported, and
 * only fields that the same manager had applied before and omits now are removed.
 */
export function applyPatch(target: unknown, wanted: unknown, before: unknown): unknown {
  return merge(removed(target, before, wanted, ''), wanted, '')
}

function merge(target: unknown, wanted: unknown, name: string): unknown {
  if (!isRecord(wanted)) return wanted
  const merged: Fields = isRecord(target) ? { ...target } : {}
  for (const [field, value] of Object.entries(wanted)) {
    if (value === null) continue
    merged[field] = Array.isArray(value)
      ? mergeList(listOf(merged[field]), value, name, field)
      : merge(merged[field], value, field)
  }
  return merged
}

function mergeList(
  target: readonly unknown[],
  wanted: readonly unknown[],
  parent: string,
  field: string,
): unknown[] {
  const how = listMerge(parent, field)
  if (how === undefined) return [...wanted]
  if (how === 'set') return [...new Set([...target, ...wanted])]
  const merged = [...target]
  for (const item of wanted) {
    const at = merged.findIndex((known) => sameItem(known, item, how.key))
    if (at < 0) merged.push(item)
    else merged[at] = merge(merged[at], item, field)
  }
  return merged
}

/** Returns the target without fields that were applied before and are no longer desired. */
function removed(target: unknown, before: unknown, wanted: unknown, name: string): unknown {
  if (!isRecord(target) || !isRecord(before)) return target
  const left: Fields = { ...target }
  const now: Fields = isRecord(wanted) ? wanted : {}
  for (const [field, value] of Object.entries(before)) {
    if (!(field in now)) {
      if (Array.isArray(value)) left[field] = remainingItems(listOf(left[field]), value, [], name, field)
      else if (isRecord(value)) left[field] = removed(left[field], value, {}, field)
      if (!(isRecord(value) || Array.isArray(value)) || isEmpty(left[field])) delete left[field]
    } else if (Array.isArray(value)) {
      left[field] = remainingItems(listOf(left[field]), value, listOf(now[field]), name, field)
    } else left[field] = removed(left[field], value, now[field], field)
  }
  return left
}

function remainingItems(
  list: readonly unknown[],
  before: readonly unknown[],
  now: readonly unknown[],
  parent: string,
  field: string,
): unknown[] {
  const how = listMerge(parent, field)
  if (how === undefined) return []
  const same = (a: unknown, b: unknown): boolean => (how === 'set' ? a === b : sameItem(a, b, how.key))
  return list
    .filter((item) => !before.some((one) => same(one, item)) || now.some((one) => same(one, item)))
    .map((item) =>
      removed(
        item,
        before.find((one) => same(one, item)),
        now.find((one) => same(one, item)),
        field,
      ),
    )
}

/** Returns the entry of `managedFields` for a manager and its applied fields. */
export function appliedEntry(
  manager: string,
  apiVersion: string,
  wanted: unknown,
  subresource: string,
): Json {
  return {
    manager,
    operation: 'Apply',
    apiVersion,
    time: timestamp(),
    fieldsType: 'FieldsV1',
    fieldsV1: fieldsOf(wanted, '', true),
    ...(subresource !== '' && { subresource }),
  }
}

const identity = new Set(['apiVersion', 'kind'])

function fieldsOf(value: unknown, name: string, top = false): { [field: string]: Json } {
  const owned: { [field: string]: Json } = {}
  for (const [field, inside] of Object.entries(isRecord(value) ? value : {})) {
    if (top && identity.has(field)) continue
    if (name === 'metadata' && (field === 'name' || field === 'namespace')) continue
    const key = Array.isArray(inside) ? listMerge(name, field) : undefined
    if (Array.isArray(inside) && key !== undefined && key !== 'set') {
      owned[`f:${field}`] = Object.fromEntries(
        inside.map((item) => [
          `k:${JSON.stringify({ [key.key]: isRecord(item) ? (item[key.key] as Json) : null })}`,
          { '.': {}, ...fieldsOf(item, field) },
        ]),
      )
    } else if (Array.isArray(inside) && key === 'set') {
      owned[`f:${field}`] = Object.fromEntries(inside.map((item) => [`v:${JSON.stringify(item)}`, {}]))
    } else owned[`f:${field}`] = fieldsOf(inside, field)
  }
  return owned
}

function sameItem(a: unknown, b: unknown, key: string): boolean {
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
