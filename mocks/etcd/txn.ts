import type { Fields } from '../grpc/service.ts'
import type { KeyValue } from '#protos/etcd/kv_pb.ts'
import {
  type Compare,
  Compare_CompareResult as Result,
  Compare_CompareTarget as Target,
  type RequestOp,
  type ResponseOpSchema,
  type TxnRequest,
  type TxnResponseSchema,
} from '#protos/etcd/rpc_pb.ts'
import { keyOf, type KeyRange, rangesOverlap, singleKeyRange, rangeOf } from './key-range.ts'
import { checkDelete, checkPut, checkPutAgainst, deleteRange, put } from './operations.ts'
import { checkRange, compareValues, readRange } from './range.ts'
import { duplicateKey, emptyKey, keyNotFound, tooManyOperations } from './errors.ts'
import type { Store, WriteBatch } from './store.ts'

type TxnAnswer = Fields<typeof TxnResponseSchema>
type OpAnswer = Fields<typeof ResponseOpSchema>

// Default of etcd's `--max-txn-ops`.
const maxOperations = 128

/** Runs a transaction. All of its changes are one revision; a rejected transaction changes nothing. */
export function runTxn(store: Store, request: TxnRequest): TxnAnswer {
  checkTxn(request)
  const chosenBranch = chooseBranch(store, request)
  checkBranch(store, chosenBranch)
  return store.write((writing) => performOperations(store, writing, chosenBranch))
}

/**
 * Branch of a transaction that its comparisons select. All comparisons, nested ones included, are evaluated before any
 * change.
 */
interface ChosenBranch {
  readonly succeeded: boolean
  readonly operations: readonly { readonly op: RequestOp; readonly nested?: ChosenBranch }[]
}

function chooseBranch(store: Store, request: TxnRequest): ChosenBranch {
  const succeeded = request.compare.every((condition) => isConditionTrue(store, condition))
  const operations = (succeeded ? request.success : request.failure).map((op) =>
    op.request.case === 'requestTxn' ? { op, nested: chooseBranch(store, op.request.value) } : { op },
  )
  return { succeeded, operations }
}

function checkBranch(store: Store, { operations }: ChosenBranch): void {
  for (const { op, nested } of operations) {
    if (nested !== undefined) checkBranch(store, nested)
    else if (op.request.case === 'requestPut') checkPutAgainst(store, op.request.value)
    else if (op.request.case === 'requestRange') store.checkReadable(op.request.value.revision)
  }
}

function performOperations(
  store: Store,
  writing: WriteBatch,
  { succeeded, operations }: ChosenBranch,
): TxnAnswer {
  return {
    succeeded,
    responses: operations.map(({ op, nested }) => performOperation(store, writing, op, nested)),
  }
}

function performOperation(
  store: Store,
  writing: WriteBatch,
  { request }: RequestOp,
  nested?: ChosenBranch,
): OpAnswer {
  const header = { revision: writing.revision }
  switch (request.case) {
    case 'requestRange':
      return {
        response: { case: 'responseRange', value: { ...readRange(store, request.value), header } },
      }
    case 'requestPut': {
      const value = put(store, writing, request.value)
      return {
        response: { case: 'responsePut', value: { ...value, header: { revision: writing.revision } } },
      }
    }
    case 'requestDeleteRange': {
      const value = deleteRange(writing, request.value)
      return {
        response: {
          case: 'responseDeleteRange',
          value: { ...value, header: { revision: writing.revision } },
        },
      }
    }
    case 'requestTxn': {
      const value = nested === undefined ? {} : performOperations(store, writing, nested)
      return { response: { case: 'responseTxn', value: { ...value, header: {} } } }
    }
    default:
      return {}
  }
}

function isConditionTrue(store: Store, condition: Compare): boolean {
  if (condition.rangeEnd.length === 0) return isMet(condition, store.get(keyOf(condition.key)))
  const kvs = store.range(rangeOf(condition.key, condition.rangeEnd))
  // An empty range is compared like one missing key.
  return kvs.length === 0 ? isMet(condition, undefined) : kvs.every((kv) => isMet(condition, kv))
}

function isMet(condition: Compare, kv: KeyValue | undefined): boolean {
  const expectedValue = condition.targetUnion.value
  // A missing key has no value to compare; its numbers are 0.
  if (condition.target === Target.VALUE) {
    if (kv === undefined) return false
    return matchesComparison(
      condition.result,
      compareValues(keyOf(kv.value), expectedValue instanceof Uint8Array ? keyOf(expectedValue) : ''),
    )
  }
  return matchesComparison(
    condition.result,
    compareValues(numberOf(condition.target, kv), typeof expectedValue === 'bigint' ? expectedValue : 0n),
  )
}

function numberOf(target: Target, kv: KeyValue | undefined): bigint {
  if (kv === undefined) return 0n
  if (target === Target.VERSION) return kv.version
  if (target === Target.CREATE) return kv.createRevision
  return target === Target.MOD ? kv.modRevision : kv.lease
}

function matchesComparison(result: Result, order: number): boolean {
  if (result === Result.EQUAL) return order === 0
  if (result === Result.NOT_EQUAL) return order !== 0
  return result === Result.GREATER ? order > 0 : order < 0
}

function checkTxn(request: TxnRequest): void {
  const max = Math.max(request.compare.length, request.success.length, request.failure.length)
  if (max > maxOperations) throw tooManyOperations()
  if (request.compare.some(({ key }) => key.length === 0)) throw emptyKey()
  for (const operations of [request.success, request.failure]) {
    for (const op of operations) checkOp(op)
    checkConflicts(operations)
  }
}

function checkOp({ request }: RequestOp): void {
  if (request.case === 'requestRange') checkRange(request.value)
  else if (request.case === 'requestPut') checkPut(request.value)
  else if (request.case === 'requestDeleteRange') checkDelete(request.value)
  else if (request.case === 'requestTxn') checkTxn(request.value)
  else throw keyNotFound()
}

// A transaction may put a key only once, and may not both put and delete it.
function checkConflicts(operations: readonly RequestOp[]): void {
  const putRanges: KeyRange[] = []
  const deletedRanges: KeyRange[] = []
  for (const { kind, range } of operations.flatMap(changesOf)) {
    if (kind === 'delete') deletedRanges.push(range)
    else if (putRanges.some(({ start }) => start === range.start)) throw duplicateKey()
    else putRanges.push(range)
  }
  if (putRanges.some((put) => deletedRanges.some((deleted) => rangesOverlap(put, deleted))))
    throw duplicateKey()
}

function changesOf({ request }: RequestOp): { kind: 'put' | 'delete'; range: KeyRange }[] {
  if (request.case === 'requestPut') return [{ kind: 'put', range: singleKeyRange(keyOf(request.value.key)) }]
  if (request.case === 'requestDeleteRange') {
    return [{ kind: 'delete', range: rangeOf(request.value.key, request.value.rangeEnd) }]
  }
  return []
}
