/** Returns a value as indented JSON, including types that JSON lacks: long integers in decimal, bytes in hex. */
export function toPlainJson(value: unknown): string {
  return `${JSON.stringify(value, plainValue, 2)}\n`
}

/** Replacer for `JSON.stringify` that writes long integers in decimal and bytes in hex. */
export function plainValue(this: unknown, key: string, value: unknown): unknown {
  // Buffers have converted themselves to lists of numbers before this call.
  const originalValue = (this as Readonly<Record<string, unknown>>)[key]
  if (originalValue instanceof Uint8Array) return Buffer.from(originalValue).toString('hex')
  return typeof value === 'bigint' ? String(value) : value
}
