/** Converts values to storage and back, for example for encryption at rest. */
export interface Transformer {
  /** Returns the stored form of a plain value, bound to the key. */
  toStorage(value: Uint8Array, key: string): Promise<Uint8Array>
  /** Returns the plain value of a stored value. Rejects if the stored value is unreadable. */
  fromStorage(stored: Uint8Array, key: string): Promise<Uint8Array>
}

/** Returns the transformer of a resource of a group (the core group is the empty string). */
export type TransformerOf = (group: string, resource: string) => Transformer

/** Stores values unchanged. */
export const identity: Transformer = {
  toStorage: async (value) => value,
  fromStorage: async (stored) => stored,
}
