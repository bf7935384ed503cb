import { grpcClient } from '../grpc/client.ts'
import * as rpc from '#protos/etcd/rpc_pb.ts'
import { bytesOf, keyOf, prefixRange } from './key-range.ts'
import { entryOf, type StoredEntry } from './stored-entry.ts'

/** Keys of a store, read and changed without the API server. */
export interface StoredKeys {
  /** Returns all entries whose key begins with the prefix, in the order of the keys. */
  entries(prefix?: string): Promise<readonly StoredEntry[]>
  /** Plants a value; watches receive it. */
  put(key: string, value: Uint8Array): Promise<void>
  close(): void
}

/** Returns the keys of any etcd, including a real one, at `http://host:port`. */
export function openStoredKeys(url: string): StoredKeys {
  const client = grpcClient(rpc.KV, new URL(url).host)
  return {
    entries: async (prefix = '') => {
      const { start, end } = prefixRange(keyOf(Buffer.from(prefix)))
      // A single zero byte is the first key, and as the end means no end.
      const key = bytesOf(start === '' ? '\0' : start)
      const { kvs } = await client.range({ key, rangeEnd: bytesOf(end ?? '\0') })
      return kvs.map(entryOf)
    },
    put: async (key, value) => {
      await client.put({ key: Buffer.from(key), value })
    },
    close: () => client.close(),
  }
}
