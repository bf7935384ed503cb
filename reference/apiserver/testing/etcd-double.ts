import { create } from '@bufbuild/protobuf'
import { Server, ServerCredentials, type ServerDuplexStream, type sendUnaryData } from '@grpc/grpc-js'
import { methodDefinition } from '../../grpc/method.ts'
import {
  KV,
  Lease,
  type LeaseGrantResponse,
  LeaseGrantResponseSchema,
  type RangeRequest,
  type RangeResponse,
  RangeResponseSchema,
  type TxnRequest,
  type TxnResponse,
  TxnResponseSchema,
  Watch,
  type WatchRequest,
  type WatchResponse,
  WatchResponseSchema,
} from '#protos/etcd/rpc_pb.ts'
import {
  type Event,
  Event_EventType,
  EventSchema,
  type KeyValue,
  KeyValueSchema,
} from '#protos/etcd/kv_pb.ts'

/** In-memory subset of etcd that the storage requires, for unit tests. */
export class EtcdDouble implements AsyncDisposable {
  readonly #server = new Server()
  readonly #values = new Map<string, KeyValue>()
  readonly #history: Event[] = []
  readonly #watchers = new Set<(event: Event) => void>()
  #revision = 1n
  #heldReads: { readonly prefix: string; readonly answers: (() => void)[] } | undefined
  url = ''

  /** Starts a double on a free port of the loopback interface. */
  static async start(): Promise<EtcdDouble> {
    const etcd = new EtcdDouble()
    const { range, txn } = KV.method
    const kv = { range: methodDefinition(range), txn: methodDefinition(txn) }
    etcd.#server.addService(kv, {
      range: (call: { request: RangeRequest }, done: sendUnaryData<RangeResponse>) => {
        const answer = () => done(null, etcd.#range(call.request))
        if (etcd.#heldReads !== undefined && textOf(call.request.key).startsWith(etcd.#heldReads.prefix)) {
          etcd.#heldReads.answers.push(answer)
        } else answer()
      },
      txn: (call: { request: TxnRequest }, done: sendUnaryData<TxnResponse>) =>
        done(null, etcd.#txn(call.request)),
    })
    etcd.#server.addService(
      { watch: methodDefinition(Watch.method.watch) },
      { watch: (stream: ServerDuplexStream<WatchRequest, WatchResponse>) => etcd.#watch(stream) },
    )
    etcd.#server.addService(
      { leaseGrant: methodDefinition(Lease.method.leaseGrant) },
      {
        leaseGrant: (_call: unknown, done: sendUnaryData<LeaseGrantResponse>) =>
          done(null, create(LeaseGrantResponseSchema, { ID: 1n })),
      },
    )
    const port = await new Promise<number>((resolve, reject) => {
      etcd.#server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
        error === null ? resolve(bound) : reject(error),
      )
    })
    etcd.url = `http://127.0.0.1:${port}`
    return etcd
  }

  /** Returns the stored text of a key; undefined if the key is absent. */
  text(key: string): string | undefined {
    const keyValue = this.#values.get(key)
    return keyValue === undefined ? undefined : Buffer.from(keyValue.value).toString('utf8')
  }

  /** Holds the responses to reads of keys with a prefix until `release` is called. */
  hold(prefix: string): { readonly heldCount: () => number; readonly release: () => void } {
    const heldReads = { prefix, answers: [] as (() => void)[] }
    this.#heldReads = heldReads
    const release = () => {
      this.#heldReads = undefined
      for (const answer of heldReads.answers) answer()
    }
    return { heldCount: () => heldReads.answers.length, release }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.forceShutdown()
  }

  #range({ key, rangeEnd }: RangeRequest): RangeResponse {
    const [startKey, endKey] = [textOf(key), textOf(rangeEnd)]
    const kvs = [...this.#values.values()].filter((kv) =>
      endKey === '' ? textOf(kv.key) === startKey : textOf(kv.key) >= startKey && textOf(kv.key) < endKey,
    )
    return create(RangeResponseSchema, { header: { revision: this.#revision }, kvs })
  }

  #txn({ compare, success }: TxnRequest): TxnResponse {
    const isSuccess = compare.every(
      ({ key, targetUnion }) => (this.#values.get(textOf(key))?.modRevision ?? 0n) === targetUnion.value,
    )
    if (isSuccess) for (const { request } of success) this.#apply(request)
    return create(TxnResponseSchema, { succeeded: isSuccess, header: { revision: this.#revision } })
  }

  #apply(request: TxnRequest['success'][number]['request']): void {
    this.#revision += 1n
    if (request.case !== 'requestPut' && request.case !== 'requestDeleteRange') return
    const key = textOf(request.value.key)
    const prevKv = this.#values.get(key)
    const revision = this.#revision
    const value = request.case === 'requestPut' ? request.value.value : new Uint8Array()
    const kv = create(KeyValueSchema, {
      key: request.value.key,
      value,
      createRevision: prevKv?.createRevision ?? revision,
      modRevision: revision,
    })
    const isDeletion = request.case === 'requestDeleteRange'
    if (isDeletion) this.#values.delete(key)
    else this.#values.set(key, kv)
    const event = create(EventSchema, {
      type: isDeletion ? Event_EventType.DELETE : Event_EventType.PUT,
      kv,
      ...(prevKv === undefined ? {} : { prevKv }),
    })
    this.#history.push(event)
    for (const notify of this.#watchers) notify(event)
  }

  #watch(stream: ServerDuplexStream<WatchRequest, WatchResponse>): void {
    stream.on('data', ({ requestUnion }: WatchRequest) => {
      if (requestUnion.case !== 'createRequest') return
      const { key, rangeEnd, startRevision } = requestUnion.value
      const notify = (event: Event) => {
        const eventKey = textOf(event.kv?.key ?? new Uint8Array())
        if (
          eventKey < textOf(key) ||
          eventKey >= textOf(rangeEnd) ||
          (event.kv?.modRevision ?? 0n) < startRevision
        )
          return
        stream.write(create(WatchResponseSchema, { events: [event] }))
      }
      stream.write(create(WatchResponseSchema, { created: true }))
      for (const event of this.#history) notify(event)
      this.#watchers.add(notify)
      stream.on('close', () => this.#watchers.delete(notify))
      stream.on('cancelled', () => this.#watchers.delete(notify))
    })
    stream.on('error', () => {})
    stream.on('end', () => stream.end())
  }
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('utf8')
}
