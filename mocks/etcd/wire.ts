import { nowMs } from '#harness/time.ts'
import { type CallInfo, type Duplex, type ServedService, serve } from '../grpc/service.ts'
import { recordStatus } from '../grpc/peer.ts'
import { GrpcError } from '../grpc/status.ts'
import { type Answers, ConnectionReset, type Journal } from '../peer/index.ts'
import { respond, type EtcdAnswer, type EtcdAnswers } from './answers.ts'
import {
  type RequestDescription,
  describePlain,
  describeRange,
  describeTxn,
  describeWatch,
  type EtcdRequest,
  type EtcdMethod,
} from './request.ts'
import { encodeRange, encodeWatch } from './encode.ts'
import * as rpc from '#protos/etcd/rpc_pb.ts'
import type { HonestAnswers } from './honest.ts'
import { tooLarge } from './errors.ts'
import type { Store } from './store.ts'
import { type WatchAnswer, WatchStream } from './watch.ts'

/** Parts from which the services are built. */
export interface EtcdServiceParts {
  readonly store: Store
  readonly honest: HonestAnswers
  readonly answers: Answers<EtcdAnswers>
  readonly journal: Journal<EtcdRequest>
  readonly progressEveryMs: number
  /** Returns the common name that the client at an address has presented. */
  readonly clientAt: (from: string) => string | undefined
}

type MethodName = Exclude<keyof HonestAnswers, 'header'>
type RequestOf<K extends MethodName> =
  Parameters<HonestAnswers[K]> extends [infer Request] ? Request : unknown
type ResponseOf<K extends MethodName> = ReturnType<HonestAnswers[K]>
type WatchCall = Duplex<typeof rpc.WatchRequestSchema, typeof rpc.WatchResponseSchema>
type KeepAliveCall = Duplex<typeof rpc.LeaseKeepAliveRequestSchema, typeof rpc.LeaseKeepAliveResponseSchema>

// Default of etcd's `--max-request-bytes`.
const maxWriteBytes = 1.5 * 1024 * 1024

/** Returns the services of an etcd over one store. */
export function etcdServices(parts: EtcdServiceParts): ServedService[] {
  const { honest, answers } = parts

  /** Records a request in the journal, then responds with the scripted or the correct response. */
  function serveMethod<K extends MethodName>(
    method: EtcdMethod,
    name: K,
    describe: (request: RequestOf<K>) => RequestDescription = () => describePlain(method),
    maxBytes = Number.POSITIVE_INFINITY,
  ) {
    return (request: RequestOf<K>, call: CallInfo): Promise<ResponseOf<K>> => {
      const entry = record(parts, method, describe(request), call)
      const performHonestly = () => {
        if (call.bytes > maxBytes) throw tooLarge()
        return (honest[name] as (request: RequestOf<K>) => ResponseOf<K>)(request)
      }
      const override = answers.overrides[name] as EtcdAnswer<ResponseOf<K>> | undefined
      return recordStatus(parts.journal, entry, () => respond(override, performHonestly, entry))
    }
  }

  const leaseOf = (method: EtcdMethod) => (request: { readonly ID: bigint }) =>
    describePlain(method, String(request.ID))
  const range = serveMethod('Range', 'range', (request) =>
    describeRange('Range', request.key, request.rangeEnd, detailOf(request)),
  )
  return [
    serve(rpc.KV, {
      range: async (request, call) => encodeRange(await range(request, call)),
      put: serveMethod('Put', 'put', ({ key }) => describeRange('Put', key), maxWriteBytes),
      deleteRange: serveMethod('DeleteRange', 'deleteRange', ({ key, rangeEnd }) =>
        describeRange('DeleteRange', key, rangeEnd),
      ),
      txn: serveMethod('Txn', 'txn', describeTxn, maxWriteBytes),
      compact: serveMethod('Compact', 'compact', ({ revision }) =>
        describePlain('Compact', String(revision)),
      ),
    }),
    serve(rpc.Watch, { watch: (call) => watch(parts, call) }),
    serve(rpc.Lease, {
      leaseGrant: serveMethod('LeaseGrant', 'leaseGrant', ({ TTL }) =>
        describePlain('LeaseGrant', `${TTL} s`),
      ),
      leaseRevoke: serveMethod('LeaseRevoke', 'leaseRevoke', leaseOf('LeaseRevoke')),
      leaseKeepAlive: (call) => keepAlive(parts, call),
      leaseTimeToLive: serveMethod('LeaseTimeToLive', 'leaseTimeToLive', leaseOf('LeaseTimeToLive')),
      leaseLeases: serveMethod('LeaseLeases', 'leaseLeases'),
    }),
    serve(rpc.Cluster, { memberList: serveMethod('MemberList', 'memberList') }),
    serve(rpc.Maintenance, {
      alarm: serveMethod('Alarm', 'alarm'),
      status: serveMethod('Status', 'status'),
      defragment: serveMethod('Defragment', 'defragment'),
    }),
  ]
}

function watch(parts: EtcdServiceParts, call: WatchCall): void {
  const requestByWatchId = new Map<bigint, EtcdRequest>()
  let latestEntry = streamEntry(parts, 'Watch', call)
  const handleInput = handleInOrder(
    call,
    (answer: WatchAnswer) => {
      if (answer.created && answer.watchId !== undefined) requestByWatchId.set(answer.watchId, latestEntry)
      const request = requestByWatchId.get(answer.watchId ?? 0n) ?? latestEntry
      const override = parts.answers.overrides.watch
      return override === undefined ? answer : respond(override, () => answer, request)
    },
    encodeWatch,
  )
  const stream = new WatchStream(parts.store, parts.progressEveryMs, (answer) => {
    handleInput({ ...answer, header: { ...parts.honest.header(), ...answer.header } })
  })
  call.onMessage((request) => {
    latestEntry = record(parts, 'Watch', describeWatch(request), { ...call, bytes: 0 })
    stream.handle(request)
  })
  call.onEnd(() => {
    record(parts, 'Watch', { ...describePlain('Watch', 'end'), event: 'end' }, { ...call, bytes: 0 })
    stream.close()
    call.end()
  })
}

function keepAlive(parts: EtcdServiceParts, call: KeepAliveCall): void {
  const { honest, answers } = parts
  const handleInput = handleInOrder(
    call,
    (request: rpc.LeaseKeepAliveRequest) => {
      const description = describePlain('LeaseKeepAlive', String(request.ID))
      const entry = record(parts, 'LeaseKeepAlive', description, { ...call, bytes: 0 })
      return respond(answers.overrides.leaseKeepAlive, () => honest.leaseKeepAlive(request), entry)
    },
    (answer) => answer,
  )
  call.onMessage(handleInput)
  call.onEnd(() => call.end())
}

/** Sends the result of `answerTo` for each input, in the order of the inputs, even if a result is slow. */
function handleInOrder<In, Out>(
  call: { send(out: Out | Buffer): void; end(error: GrpcError | ConnectionReset): void },
  answerTo: (input: In) => Out | Promise<Out>,
  encode: (out: Out) => Out | Buffer,
): (input: In) => void {
  let waitingInputs = 0
  let lastResponse: Promise<unknown> = Promise.resolve()
  return (input) => {
    const answer = waitingInputs === 0 ? answerTo(input) : lastResponse.then(() => answerTo(input))
    // Events are frequent and faults are rare, so a ready response is sent without a queue.
    if (!(answer instanceof Promise)) {
      call.send(encode(answer))
      return
    }
    waitingInputs += 1
    lastResponse = answer
      .then((response) => call.send(encode(response)))
      .then(
        () => {
          waitingInputs -= 1
        },
        (error: unknown) => call.end(closingError(error)),
      )
  }
}

function closingError(error: unknown): GrpcError | ConnectionReset {
  if (error instanceof GrpcError || error instanceof ConnectionReset) return error
  return new GrpcError('UNKNOWN', String(error))
}

function record(
  parts: EtcdServiceParts,
  method: EtcdMethod,
  description: RequestDescription,
  call: CallInfo,
): EtcdRequest {
  const request: EtcdRequest = { ...streamEntry(parts, method, call), ...description, bytes: call.bytes }
  parts.journal.record(request)
  return request
}

function streamEntry(
  { clientAt }: EtcdServiceParts,
  method: EtcdMethod,
  { from, metadata }: Pick<CallInfo, 'from' | 'metadata'>,
): EtcdRequest {
  const traceparent = metadata.get('traceparent')[0]
  const client = clientAt(from)
  return {
    ...journalEntry(method, from),
    ...(typeof traceparent === 'string' && { traceparent }),
    ...(client !== undefined && { client }),
  }
}

/** Returns a journal entry without a key, for a client address. */
export function journalEntry(method: EtcdMethod, client: string, text: string = method): EtcdRequest {
  return { atMs: nowMs(), method, key: '', rangeEnd: '', what: text, from: client, bytes: 0 }
}

function detailOf({ revision, limit, countOnly, keysOnly }: rpc.RangeRequest): string {
  return [
    revision > 0n ? ` at ${revision}` : '',
    limit > 1n ? ` limit ${limit}` : '',
    countOnly ? ' count' : '',
    keysOnly ? ' keys' : '',
  ].join('')
}
