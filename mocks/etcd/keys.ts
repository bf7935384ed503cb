import { grpcClient } from '../grpc/client.ts'
import * as rpc from '#protos/etcd/rpc_pb.ts'
import { bytesOf, keyOf, prefixRange } from './key-range.ts'
import { entryOf, type StoredEntry } from './stored-entry.ts'

/** The keys of a store, read and changed behind the API server's back. */
export interface StoredKeys {
  /** Everything whose key begins with the prefix, in the order of the keys. */
  entries(prefix?: string): Promise<readonly StoredEntry[]>
  /** Plants a value; whoever watches is told. */
  put(key: string, value: Uint8Array): Promise<void>
  close(): void
}

/** The keys of any etcd, a real one too, at `http://host:port`. */
export function keysAt(url: string): StoredKeys {
  const client = grpcClient(rpc.KV, new URL(url).host)
  return {
    entries: async (prefix = '') => {
      const { start, end } = prefixRange(keyOf(Buffer.from(prefix)))
      // A single zero byte stands for the first key, and as the end for no end.
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
