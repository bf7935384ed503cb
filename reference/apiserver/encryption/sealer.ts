/** Writes and reads values with one key. */
export interface Sealer {
  /** Prefix of the sealed bytes that names the provider and the key; empty if values are stored unchanged. */
  readonly prefix: string
  /** Returns the sealed form of a value, bound to its storage key if the method supports it. */
  seal(plain: Uint8Array, storageKey: string): Promise<Uint8Array>
  /**
   * Returns the value of its sealed form. Rejects if a different sealer sealed the value, or the sealed form was
   * changed.
   */
  open(sealed: Uint8Array, storageKey: string): Promise<Uint8Array>
}

/** Common start of all prefixes of this implementation. */
export const sealedMark = 'orch:enc:'

/** Returns the prefix that names a provider and a key. */
export function prefixOf(provider: string, version: string, key: string): string {
  return `${sealedMark}${provider}:${version}:${key}:`
}

/** Stores values unchanged, and rejects values that a key sealed. */
export const plainSealer: Sealer = {
  prefix: '',
  seal: async (plain) => plain,
  async open(stored) {
    if (startsWith(stored, sealedMark))
      throw new Error('the stored value is sealed, and nothing here opens it')
    return stored
  },
}

/** Reports whether bytes start with the UTF-8 form of a string. */
export function startsWith(bytes: Uint8Array, text: string): boolean {
  return Buffer.from(
    bytes.buffer,
    bytes.byteOffset,
    Math.min(bytes.byteLength, Buffer.byteLength(text)),
  ).equals(Buffer.from(text))
}
