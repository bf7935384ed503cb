import type { Fields } from '../grpc/service.ts'
import type {
  DeleteRangeRequest,
  DeleteRangeResponseSchema,
  PutRequest,
  PutResponseSchema,
} from '#protos/etcd/rpc_pb.ts'
import { keyOf, rangeOf } from './key-range.ts'
import { emptyKey, keyNotFound, leaseNotFound, leaseProvided, valueProvided } from './errors.ts'
import type { Store, WriteBatch } from './store.ts'

/** Throws for a put that is invalid regardless of the content of the store. */
export function checkPut(request: PutRequest): void {
  if (request.key.length === 0) throw emptyKey()
  if (request.ignoreValue && request.value.length > 0) throw valueProvided()
  if (request.ignoreLease && request.lease !== 0n) throw leaseProvided()
}

/** Throws for a put that is invalid for the present content of the store. */
export function checkPutAgainst(store: Store, request: PutRequest): void {
  if (request.lease !== 0n && store.leases.find(request.lease) === undefined) throw leaseNotFound()
  if ((request.ignoreValue || request.ignoreLease) && store.get(keyOf(request.key)) === undefined) {
    throw keyNotFound()
  }
}

/** Puts a key as part of a write batch. Returns the fields of the response without its header. */
export function put(
  store: Store,
  writing: WriteBatch,
  request: PutRequest,
): Fields<typeof PutResponseSchema> {
  const key = keyOf(request.key)
  const keptKeyValue = request.ignoreValue || request.ignoreLease ? store.get(key) : undefined
  const previous = writing.put(key, {
    value: request.ignoreValue && keptKeyValue ? keptKeyValue.value : request.value,
    lease: request.ignoreLease && keptKeyValue ? keptKeyValue.lease : request.lease,
  })
  return request.prevKv && previous ? { prevKv: previous } : {}
}

/** Throws for a deletion that is invalid regardless of the content of the store. */
export function checkDelete(request: DeleteRangeRequest): void {
  if (request.key.length === 0) throw emptyKey()
}

/** Deletes a range as part of a write batch. Returns the fields of the response without its header. */
export function deleteRange(
  writing: WriteBatch,
  request: DeleteRangeRequest,
): Fields<typeof DeleteRangeResponseSchema> {
  const deletedKeyValues = writing.delete(rangeOf(request.key, request.rangeEnd))
  return { deleted: BigInt(deletedKeyValues.length), prevKvs: request.prevKv ? deletedKeyValues : [] }
}
