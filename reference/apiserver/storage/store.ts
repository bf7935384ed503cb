/** Stored value with the revision of its last change. */
export interface Stored {
  readonly key: string
  readonly value: Uint8Array
  readonly revision: bigint
}

/** Change of a stored value. The value of a deleted key is its last value. */
export interface Change extends Stored {
  readonly type: 'created' | 'modified' | 'deleted'
}

/** Values under a prefix at a revision. */
export interface Listing {
  readonly values: readonly Stored[]
  readonly revision: bigint
}

/** Key-value store with optimistic writes. */
export interface Store {
  /** Resolves when the storage responds for a key, present or not. Rejects at the time limit. */
  ping(key: string, withinMs: number): Promise<void>
  get(key: string): Promise<Stored | undefined>
  list(prefix: string): Promise<Listing>
  /** Returns the number of keys with a prefix. */
  count(prefix: string): Promise<bigint>
  /**
   * Writes a key at the revision at which it was read, or a new key with revision 0. Returns undefined after a
   * concurrent change.
   */
  put(key: string, value: Uint8Array, expected: bigint): Promise<bigint | undefined>
  /** Deletes a key at the revision at which it was read. Returns false after a concurrent change. */
  delete(key: string, expected: bigint): Promise<boolean>
  /**
   * Calls `notify` for each change under a prefix after a revision until the signal aborts, then resolves. Rejects if
   * the storage cannot continue.
   */
  watch(prefix: string, after: bigint, notify: (change: Change) => void, signal: AbortSignal): Promise<void>
  /** Compacts up to the revision of the last call of this method; the first call only records the revision. */
  compact(): Promise<void>
  /** Returns the size of the storage in bytes. */
  databaseSize(): Promise<bigint>
  close(): void
}
