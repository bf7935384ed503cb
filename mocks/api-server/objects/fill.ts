import { isRecord } from '../model/object.ts'

type Fields = Readonly<Record<string, unknown>>

/** Fills absent fields, at any depth; present ones stay. */
export function fillDefaults<Value extends Fields>(value: Value, defaults: Fields): Value {
  const filled: Record<string, unknown> = { ...value }
  for (const [field, wanted] of Object.entries(defaults)) {
    const known = filled[field]
    if (known === undefined || known === null) filled[field] = wanted
    else if (isRecord(known) && isRecord(wanted)) filled[field] = fillDefaults(known, wanted)
  }
  return filled as Value
}

/** Returns a list with each object changed; `undefined` if the value is not a list. */
export function mapItems(list: unknown, change: (item: Fields) => Fields): unknown[] | undefined {
  if (!Array.isArray(list)) return undefined
  return list.map((item: unknown) => (isRecord(item) ? change(item) : item))
}
