import { isRecord } from '../model/object.ts'

type Fields = Readonly<Record<string, unknown>>

/** Fills absent fields at any depth and keeps present fields. */
export function fillDefaults<Value extends Fields>(value: Value, defaults: Fields): Value {
  const filledFields: Record<string, unknown> = { ...value }
  for (const [field, defaultValue] of Object.entries(defaults)) {
    const currentValue = filledFields[field]
    if (currentValue === undefined || currentValue === null) filledFields[field] = defaultValue
    else if (isRecord(currentValue) && isRecord(defaultValue))
      filledFields[field] = fillDefaults(currentValue, defaultValue)
  }
  return filledFields as Value
}

/** Returns a list with each object changed; `undefined` if the value is not a list. */
export function mapItems(list: unknown, change: (item: Fields) => Fields): unknown[] | undefined {
  if (!Array.isArray(list)) return undefined
  return list.map((item: unknown) => (isRecord(item) ? change(item) : item))
}
