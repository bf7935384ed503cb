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

/** Converts bytes to a key. */
export function keyOf(bytes: Uint8Array): Key {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
}

/** Converts a key to bytes. */
export function bytesOf(key: Key): Uint8Array {
  return Buffer.from(key, 'latin1')
}

/** Returns a key as UTF-8 text, for output. */
export function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')
}

/** Returns the range of a request: without an end it is one key, and an end of one zero byte means no end. */
export function rangeOf(start: Uint8Array, end: Uint8Array): KeyRange {
  const startKey = keyOf(start)
  if (end.length === 0) return singleKeyRange(startKey)
  return { start: startKey, end: end.length === 1 && end[0] === 0 ? undefined : keyOf(end) }
}

/** Returns the range of exactly one key. */
export function singleKeyRange(key: Key): KeyRange {
  return { start: key, end: `${key}\0` }
}

/** Returns the range of all keys that begin with the prefix. */
export function prefixRange(prefix: Key): KeyRange {
  const strippedPrefix = prefix.replace(/\xff+$/, '')
  if (strippedPrefix === '') return { start: prefix, end: undefined }
  const lastByte = strippedPrefix.charCodeAt(strippedPrefix.length - 1)
  return { start: prefix, end: strippedPrefix.slice(0, -1) + String.fromCharCode(lastByte + 1) }
}

/** Reports whether a range contains a key. */
export function isKeyInRange(range: KeyRange, key: Key): boolean {
  return key >= range.start && (range.end === undefined || key < range.end)
}

/** Reports whether two ranges share a key. */
export function rangesOverlap(left: KeyRange, right: KeyRange): boolean {
  return (
    (right.end === undefined || left.start < right.end) && (left.end === undefined || right.start < left.end)
  )
}
