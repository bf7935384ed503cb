/**
 * Keys as strings of one character per byte: they sort like the bytes do, and a Map can find them. Everything inside
 * the store uses them; bytes come in and go out at its edge.
 */
export type Key = string

/** The range of keys of a request: `end` is exclusive, and `undefined` for a range without an end. */
export interface KeyRange {
  readonly start: Key
  readonly end: Key | undefined
}

/** The key that bytes spell. */
export function keyOf(bytes: Uint8Array): Key {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
}

/** The bytes of a key. */
export function bytesOf(key: Key): Uint8Array {
  return Buffer.from(key, 'latin1')
}

/** A key for people: the UTF-8 text that its bytes spell. */
export function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')
}

/** The range that a request names: without an end it is one key, and an end of one zero byte means no end. */
export function rangeOf(start: Uint8Array, end: Uint8Array): KeyRange {
  const from = keyOf(start)
  if (end.length === 0) return oneKey(from)
  return { start: from, end: end.length === 1 && end[0] === 0 ? undefined : keyOf(end) }
}

/** The range that holds one key and nothing else. */
export function oneKey(key: Key): KeyRange {
  return { start: key, end: `${key}\0` }
}

/** The range of all keys that begin with the prefix. */
export function prefixRange(prefix: Key): KeyRange {
  const stem = prefix.replace(/\xff+$/, '')
  if (stem === '') return { start: prefix, end: undefined }
  const last = stem.charCodeAt(stem.length - 1)
  return { start: prefix, end: stem.slice(0, -1) + String.fromCharCode(last + 1) }
}

/** Whether a range holds a key. */
export function includes(range: KeyRange, key: Key): boolean {
  return key >= range.start && (range.end === undefined || key < range.end)
}

/** Whether two ranges share a key. */
export function overlap(one: KeyRange, other: KeyRange): boolean {
  return (
    (other.end === undefined || one.start < other.end) && (one.end === undefined || other.start < one.end)
  )
}
