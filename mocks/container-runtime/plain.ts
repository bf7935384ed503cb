/** A message as JSON data: 64-bit numbers as numbers, bytes as text, without the additions of protobuf. */
export type PlainData<T> = T extends bigint
  ? number
  : T extends Uint8Array
    ? string
    : T extends readonly (infer E)[]
      ? readonly PlainData<E>[]
      : T extends object
        ? { readonly [K in keyof T as K extends `$${string}` ? never : K]: PlainData<T[K]> }
        : T

/**
 * Copies a message as plain data. Numbers beyond 2^53 lose their last digits; no real duration or size is that large.
 */
export function plainData<T>(value: T): PlainData<T> {
  return copyValue(value) as PlainData<T>
}

function copyValue(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value)
  if (value instanceof Uint8Array) return Buffer.from(value).toString()
  if (Array.isArray(value)) return value.map(copyValue)
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).filter(([name]) => name !== '$typeName' && name !== '$unknown')
  return Object.fromEntries(fields.map(([name, field]) => [name, copyValue(field)]))
}
