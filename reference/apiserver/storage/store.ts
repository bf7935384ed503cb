/** A stored value and the revision of its last change. */
export interface Stored {
  readonly key: string
  readonly value: Uint8Array
  readonly revision: bigint
}

/** A change of a stored value; the value of a deleted key is the last one it had. */
export interface Change extends Stored {
  readonly type: 'created' | 'modified' | 'deleted'
}

/** Values found under a prefix, as of a revision. */
export interface Listing {
  readonly values: readonly Stored[]
  readonly revision: bigint
}

/** Keeps values by key, with optimistic writes. */
export interface Store {
  /** Resolves when the storage answers for a key, whether it has it or not; rejects when it does not in time. */
  ping(key: string, withinMs: number): Promise<void>
  get(key: string): Promise<Stored | undefined>
  list(prefix: string): Promise<Listing>
  /** How many keys start with a prefix. */
  count(prefix: string): Promise<bigint>
  /** Writes a key at the revision it was read at, or a new key with revision 0; undefined when someone else was faster. */
  put(key: string, value: Uint8Array, expected: bigint): Promise<bigint | undefined>
  /** Deletes a key at the revision it was read at; false when someone else changed it. */
  delete(key: string, expected: bigint): Promise<boolean>
  /** Tells each change under a prefix after a revision until the signal ends it; resolves then, rejects when the storage cannot go on. */
  watch(prefix: string, after: bigint, tell: (change: Change) => void, signal: AbortSignal): Promise<void>
  /** Forgets what was before the revision of the last call of this kind; the first call only takes note. */
  compact(): Promise<void>
  /** Bytes that the storage takes. */
  databaseSize(): Promise<bigint>
  close(): void
}
