import { isRecord } from '../model/object.ts'

type Fields = Readonly<Record<string, unknown>>

/** Returns the value with defaults for its absent fields, at any depth. */
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

/** Returns the list with `change` applied to each object; `undefined` if the value is not a list. */
export function mapItems(list: unknown, change: (item: Fields) => Fields): unknown[] | undefined {
  if (!Array.isArray(list)) return undefined
  return list.map((item: unknown) => (isRecord(item) ? change(item) : item))
}
