import type { KeyValue } from '#protos/etcd/kv_pb.ts'
import { textOf } from './key-range.ts'

/** What is stored under a key. */
export interface StoredEntry {
  readonly key: string
  /** The raw bytes, as the API server wrote them. */
  readonly value: Uint8Array
  readonly createRevision: number
  readonly modRevision: number
  /** Changes since it was created, from 1. */
  readonly version: number
}

/** A stored key as tests read it. */
export function entryOf(kv: KeyValue): StoredEntry {
  return {
    key: textOf(kv.key),
    value: kv.value,
    createRevision: Number(kv.createRevision),
    modRevision: Number(kv.modRevision),
    version: Number(kv.version),
  }
}
