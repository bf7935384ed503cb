import { isUtf8 } from 'node:buffer'
import type { JournalEntry } from '#harness/peer.ts'
import {
  Compare_CompareResult as Result,
  Compare_CompareTarget as Target,
  type Compare,
  type RequestOp,
  type TxnRequest,
  type WatchRequest,
} from '#protos/etcd/rpc_pb.ts'
import { textOf } from './key-range.ts'

/** Methods that the mock serves, and two names for entries that belong to no served method. */
export type EtcdMethod =
  | 'Range'
  | 'Put'
  | 'DeleteRange'
  | 'Txn'
  | 'Compact'
  | 'Watch'
  | 'LeaseGrant'
  | 'LeaseRevoke'
  | 'LeaseKeepAlive'
  | 'LeaseTimeToLive'
  | 'LeaseLeases'
  | 'MemberList'
  | 'Alarm'
  | 'Status'
  | 'Defragment'
  /** A TLS client without a request: its handshake failed, or it left right after the handshake. */
  | 'Connect'
  /** A method that the mock does not serve. */
  | 'Unknown'

/** One request that the store received. Values are left out: they may be large and secret, and the store has them. */
export interface EtcdRequest extends JournalEntry {
  readonly method: EtcdMethod
  /** The key, or the first key of a range or transaction, as text; empty if there is none. */
  readonly key: string
  /** Exclusive end of the range as text; empty for a single key. */
  readonly rangeEnd: string
  /** Event on a watch stream: a watch was created or cancelled, progress was requested, the client left. */
  readonly event?: 'create' | 'cancel' | 'progress' | 'end'
  /** Address of the client's connection: distinguishes two API servers, and their connections. */
  readonly from: string
  /** Size of the request in its wire format. */
  readonly bytes: number
  /** Common name of the client certificate that was presented over TLS. */
  readonly client?: string
  /** W3C trace context of the request. */
  readonly traceparent?: string
}

/** Parts of a journal entry that are read from a request itself. */
export type RequestDescription = Pick<EtcdRequest, 'key' | 'rangeEnd' | 'what'> &
  Pick<Partial<EtcdRequest>, 'event'>

/** Describes a request about a key or a range of keys. */
export function describeRange(
  method: EtcdMethod,
  key: Uint8Array,
  end?: Uint8Array,
  detail = '',
): RequestDescription {
  const endBytes = end ?? new Uint8Array()
  const range = endBytes.length === 0 ? printable(key) : `${printable(key)}..${printable(endBytes)}`
  return { key: textOf(key), rangeEnd: textOf(endBytes), what: `${method} ${range}${detail}` }
}

/** Describes a request without a key. */
export function describePlain(method: EtcdMethod, detail = ''): RequestDescription {
  return { key: '', rangeEnd: '', what: detail === '' ? method : `${method} ${detail}` }
}

/** Describes a transaction by its conditions and its operations. */
export function describeTxn(request: TxnRequest): RequestDescription {
  const firstOperation = request.compare[0] ?? firstOf(request.success) ?? firstOf(request.failure)
  const conditions = request.compare.map(conditionOf).join(' and ')
  const success = request.success.map(operationOf).join(', ')
  const failure = request.failure.map(operationOf).join(', ')
  const detail = `${conditions === '' ? '' : ` if ${conditions}`} then ${success || 'nothing'}`
  return describeRange(
    'Txn',
    firstOperation?.key ?? new Uint8Array(),
    undefined,
    `${detail} else ${failure || 'nothing'}`,
  )
}

/** Describes one message on a watch stream. */
export function describeWatch({ requestUnion }: WatchRequest): RequestDescription {
  if (requestUnion.case === 'createRequest') {
    const { key, rangeEnd, startRevision } = requestUnion.value
    const detail = startRevision === 0n ? '' : ` from revision ${startRevision}`
    return { ...describeRange('Watch', key, rangeEnd, detail), event: 'create' }
  }
  if (requestUnion.case === 'cancelRequest') {
    return { ...describePlain('Watch', `cancel ${requestUnion.value.watchId}`), event: 'cancel' }
  }
  return { ...describePlain('Watch', 'progress?'), event: 'progress' }
}

const targetNames: Record<number, string> = {
  [Target.VERSION]: 'version',
  [Target.CREATE]: 'created',
  [Target.MOD]: 'modified',
  [Target.VALUE]: 'value',
  [Target.LEASE]: 'lease',
}

const comparisonSigns: Record<number, string> = {
  [Result.EQUAL]: '=',
  [Result.GREATER]: '>',
  [Result.LESS]: '<',
  [Result.NOT_EQUAL]: '!=',
}

function conditionOf({ target, result, targetUnion }: Compare): string {
  const comparedValue = typeof targetUnion.value === 'bigint' ? String(targetUnion.value) : '…'
  return `${targetNames[target] ?? target} ${comparisonSigns[result] ?? result} ${comparedValue}`
}

const operationNames = {
  requestRange: 'range',
  requestPut: 'put',
  requestDeleteRange: 'delete',
  requestTxn: 'txn',
} as const

function operationOf({ request }: RequestOp): string {
  return request.case === undefined ? 'nothing' : operationNames[request.case]
}

function firstOf(operations: readonly RequestOp[]): { readonly key: Uint8Array } | undefined {
  const request = operations[0]?.request
  return request === undefined || request.case === undefined || request.case === 'requestTxn'
    ? undefined
    : request.value
}

// A journal is printed on terminals: neither control characters nor bytes that are not text may reach them.
function printable(bytes: Uint8Array): string {
  const isText = isUtf8(bytes)
  const text = isText ? textOf(bytes) : Buffer.from(bytes).toString('latin1')
  return text.replace(isText ? /\p{Cc}/gu : /[^\x20-\x7e]/g, escapeCharacter)
}

function escapeCharacter(char: string): string {
  return `\\x${char.charCodeAt(0).toString(16).padStart(2, '0')}`
}
