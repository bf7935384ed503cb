import { create } from '@bufbuild/protobuf'
import type { Fields } from '../grpc/service.ts'
import { type KeyValue, KeyValueSchema } from '#protos/etcd/kv_pb.ts'
import {
  type RangeRequest,
  RangeRequest_SortOrder as Order,
  RangeRequest_SortTarget as Target,
  type RangeResponseSchema,
} from '#protos/etcd/rpc_pb.ts'
import { keyOf, rangeOf } from './key-range.ts'
import { emptyKey, invalidSort } from './errors.ts'
import type { Store } from './store.ts'

type RangeAnswer = Fields<typeof RangeResponseSchema>

/** Throws for a range request that is invalid regardless of the content of the store. */
export function checkRange(request: RangeRequest): void {
  if (request.key.length === 0) throw emptyKey()
  if (request.sortOrder > Order.DESCEND || targets[request.sortTarget] === undefined) throw invalidSort()
}

/** Reads the keys of a range request: filtered, sorted and limited. */
export function readRange(store: Store, request: RangeRequest): RangeAnswer {
  const all = store.range(rangeOf(request.key, request.rangeEnd), request.revision)
  const count = BigInt(all.length)
  if (request.countOnly) return { count }
  const limit = Number(request.limit)
  const found = filtered(all, request)
  // Without an order, etcd applies the limit first and then sorts the rest in ascending order.
  const wanted = request.sortOrder === Order.NONE ? found : sorted(found, request)
  const more = limit > 0 && wanted.length > limit
  const page = more ? wanted.slice(0, limit + 1) : wanted
  const cut = request.sortOrder === Order.NONE ? sorted(page, request) : page
  const shown = more ? cut.slice(0, limit) : cut
  const kvs = request.keysOnly ? shown.map(withoutValue) : shown
  return { kvs, more, count }
}

function withoutValue({ key, createRevision, modRevision, version, lease }: KeyValue): KeyValue {
  return create(KeyValueSchema, { key, createRevision, modRevision, version, lease })
}

function filtered(all: KeyValue[], request: RangeRequest): KeyValue[] {
  const { minModRevision, maxModRevision, minCreateRevision, maxCreateRevision } = request
  if (!(minModRevision || maxModRevision || minCreateRevision || maxCreateRevision)) return all
  return all.filter(
    ({ modRevision, createRevision }) =>
      isBetween(modRevision, minModRevision, maxModRevision) &&
      isBetween(createRevision, minCreateRevision, maxCreateRevision),
  )
}

function isBetween(revision: bigint, min: bigint, max: bigint): boolean {
  return (min === 0n || revision >= min) && (max === 0n || revision <= max)
}

const targets: Record<number, (kv: KeyValue) => bigint | string> = {
  [Target.KEY]: (kv) => keyOf(kv.key),
  [Target.VERSION]: (kv) => kv.version,
  [Target.CREATE]: (kv) => kv.createRevision,
  [Target.MOD]: (kv) => kv.modRevision,
  [Target.VALUE]: (kv) => keyOf(kv.value),
}

function sorted(kvs: KeyValue[], { sortOrder, sortTarget }: RangeRequest): KeyValue[] {
  // The store already sorts by key, ascending.
  if (sortTarget === Target.KEY && sortOrder !== Order.DESCEND) return kvs
  const target = targets[sortTarget] ?? ((kv: KeyValue) => keyOf(kv.key))
  const sign = sortOrder === Order.DESCEND ? -1 : 1
  return [...kvs].sort((one, other) => sign * compare(target(one), target(other)))
}

/** Compares two values for a sort: -1, 0 or 1. */
export function compare<T extends bigint | string>(one: T, other: T): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}
