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
  if (request.sortOrder > Order.DESCEND || sortTargets[request.sortTarget] === undefined) throw invalidSort()
}

/** Reads the keys of a range request: filtered, sorted and limited. */
export function readRange(store: Store, request: RangeRequest): RangeAnswer {
  const keyValues = store.range(rangeOf(request.key, request.rangeEnd), request.revision)
  const count = BigInt(keyValues.length)
  if (request.countOnly) return { count }
  const limit = Number(request.limit)
  const filteredKeyValues = filterByRevision(keyValues, request)
  // Without an order, etcd applies the limit first, and then sorts the remaining keys in ascending order.
  const sortedKeyValues =
    request.sortOrder === Order.NONE ? filteredKeyValues : sortKeyValues(filteredKeyValues, request)
  const hasMore = limit > 0 && sortedKeyValues.length > limit
  const page = hasMore ? sortedKeyValues.slice(0, limit + 1) : sortedKeyValues
  const orderedPage = request.sortOrder === Order.NONE ? sortKeyValues(page, request) : page
  const limitedPage = hasMore ? orderedPage.slice(0, limit) : orderedPage
  const kvs = request.keysOnly ? limitedPage.map(withoutValue) : limitedPage
  return { kvs, more: hasMore, count }
}

function withoutValue({ key, createRevision, modRevision, version, lease }: KeyValue): KeyValue {
  return create(KeyValueSchema, { key, createRevision, modRevision, version, lease })
}

function filterByRevision(keyValues: KeyValue[], request: RangeRequest): KeyValue[] {
  const { minModRevision, maxModRevision, minCreateRevision, maxCreateRevision } = request
  if (!(minModRevision || maxModRevision || minCreateRevision || maxCreateRevision)) return keyValues
  return keyValues.filter(
    ({ modRevision, createRevision }) =>
      isBetween(modRevision, minModRevision, maxModRevision) &&
      isBetween(createRevision, minCreateRevision, maxCreateRevision),
  )
}

function isBetween(revision: bigint, min: bigint, max: bigint): boolean {
  return (min === 0n || revision >= min) && (max === 0n || revision <= max)
}

const sortTargets: Record<number, (kv: KeyValue) => bigint | string> = {
  [Target.KEY]: (kv) => keyOf(kv.key),
  [Target.VERSION]: (kv) => kv.version,
  [Target.CREATE]: (kv) => kv.createRevision,
  [Target.MOD]: (kv) => kv.modRevision,
  [Target.VALUE]: (kv) => keyOf(kv.value),
}

function sortKeyValues(kvs: KeyValue[], { sortOrder, sortTarget }: RangeRequest): KeyValue[] {
  // The store already sorts by key, ascending.
  if (sortTarget === Target.KEY && sortOrder !== Order.DESCEND) return kvs
  const target = sortTargets[sortTarget] ?? ((kv: KeyValue) => keyOf(kv.key))
  const sign = sortOrder === Order.DESCEND ? -1 : 1
  return [...kvs].sort((kv, otherKv) => sign * compareValues(target(kv), target(otherKv)))
}

/** Compares two values for a sort: -1, 0 or 1. */
export function compareValues<T extends bigint | string>(left: T, right: T): number {
  if (left === right) return 0
  return left < right ? -1 : 1
}
