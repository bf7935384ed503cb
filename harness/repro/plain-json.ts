/** A value as indented JSON, with what JSON has no form for: long integers in decimal, bytes in hex. */
export function plainText(value: unknown): string {
  return `${JSON.stringify(value, plain, 2)}\n`
}

/** For `JSON.stringify`. */
export function plain(this: unknown, key: string, value: unknown): unknown {
  // Buffers have made lists of numbers of themselves before this is called.
  const own = (this as Readonly<Record<string, unknown>>)[key]
  if (own instanceof Uint8Array) return Buffer.from(own).toString('hex')
  return typeof value === 'bigint' ? String(value) : value
}
