/** One way to write and read values under one key. */
export interface Sealer {
  /** What stands before the sealed bytes: it names the provider and the key; empty where values stay as they are. */
  readonly prefix: string
  /** The sealed form of a value, bound to its storage key where the method can. */
  seal(plain: Uint8Array, storageKey: string): Promise<Uint8Array>
  /** The value of its sealed form; rejects when it was sealed otherwise or was tampered with. */
  open(sealed: Uint8Array, storageKey: string): Promise<Uint8Array>
}

/** What every prefix of this implementation starts with. */
export const sealedMark = 'orch:enc:'

/** Names a provider and a key in front of sealed bytes. */
export function prefixOf(provider: string, version: string, key: string): string {
  return `${sealedMark}${provider}:${version}:${key}:`
}

/** Values as they are; anything that some key sealed is none. */
export const plainSealer: Sealer = {
  prefix: '',
  seal: async (plain) => plain,
  async open(stored) {
    if (startsWith(stored, sealedMark))
      throw new Error('the stored value is sealed, and nothing here opens it')
    return stored
  },
}

/** Whether bytes start with a text. */
export function startsWith(bytes: Uint8Array, text: string): boolean {
  return Buffer.from(
    bytes.buffer,
    bytes.byteOffset,
    Math.min(bytes.byteLength, Buffer.byteLength(text)),
  ).equals(Buffer.from(text))
}
