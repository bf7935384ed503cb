/**
 * Keys as strings of one character per byte: they sort like the bytes, and work as keys of a Map. The whole store uses
 * them; bytes are converted at its edge.
 */
export type Key = string

/** Range of keys of a request: `end` is exclusive, and `undefined` for a range without an end. */
export interface KeyRange {
  readonly start: Key
  readonly end: Key | undefined
}

/** Returns the key of some bytes. */
export function keyOf(bytes: Uint8Array): Key {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
}

/** Returns the bytes of a key. */
export function bytesOf(key: Key): Uint8Array {
  return Buffer.from(key, 'latin1')
}

/** Returns a key for people: its bytes as UTF-8 text. */
export function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')
}

/** Returns the range of a request: without an end it is one key, and an end of one zero byte means no end. */
export function rangeOf(start: Uint8Array, end: Uint8Array): KeyRange {
  const from = keyOf(start)
  if (end.length === 0) return oneKey(from)
  return { start: from, end: end.length === 1 && end[0] === 0 ? undefined : keyOf(end) }
}

/** Returns the range of exactly one key. */
export function oneKey(key: Key): KeyRange {
  return { start: key, end: `${key}\0` }
}

/** Returns the range of all keys that begin with the prefix. */
export function prefixRange(prefix: Key): KeyRange {
  const stem = prefix.replace(/\xff+$/, '')
  if (stem === '') return { start: prefix, end: undefined }
  const last = stem.charCodeAt(stem.length - 1)
  return { start: prefix, end: stem.slice(0, -1) + String.fromCharCode(last + 1) }
}

/** Reports whether a range contains a key. */
export function includes(range: KeyRange, key: Key): boolean {
  return key >= range.start && (range.end === undefined || key < range.end)
}

/** Reports whether two ranges share a key. */
export function overlap(one: KeyRange, other: KeyRange): boolean {
  return (
    (other.end === undefined || one.start < other.end) && (one.end === undefined || other.start < one.end)
  )
}
