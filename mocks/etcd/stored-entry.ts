import type { KeyValue } from '#protos/etcd/kv_pb.ts'
import { textOf } from './key-range.ts'

/** Entry that is stored under a key. */
export interface StoredEntry {
  readonly key: string
  /** Raw bytes as the API server wrote them. */
  readonly value: Uint8Array
  readonly createRevision: number
  readonly modRevision: number
  /** Number of changes since the creation, from 1. */
  readonly version: number
}

/** Converts a stored key into the form that tests read. */
export function entryOf(kv: KeyValue): StoredEntry {
  return {
    key: textOf(kv.key),
    value: kv.value,
    createRevision: Number(kv.createRevision),
    modRevision: Number(kv.modRevision),
    version: Number(kv.version),
  }
}
