/** Changes values on their way to storage and back; encryption at rest is one. */
export interface Transformer {
  /** What is stored for a plain value; the key is bound to it. */
  toStorage(value: Uint8Array, key: string): Promise<Uint8Array>
  /** The plain value of what is stored; rejects when it cannot be read. */
  fromStorage(stored: Uint8Array, key: string): Promise<Uint8Array>
}

/** Chooses the transformer of a resource of a group (the core group is the empty text). */
export type TransformerOf = (group: string, resource: string) => Transformer

/** Stores values as they are. */
export const identity: Transformer = {
  toStorage: async (value) => value,
  fromStorage: async (stored) => stored,
}
