import { readFileSync } from 'node:fs'
import { create, type MessageInitShape } from '@bufbuild/protobuf'
import { Client, credentials } from '@grpc/grpc-js'
import { call, openStream } from '../../grpc/call.ts'
import { directOptions } from '../../grpc/channel.ts'
import { firstAuthority, isBundle } from '../../certificates/first-authority.ts'
import { readSystemRoots } from '../../certificates/system-roots.ts'
import { fault } from '../../quirks/quirks.ts'
import {
  CompactionRequestSchema,
  Compare_CompareTarget,
  KV,
  Lease,
  LeaseGrantRequestSchema,
  Maintenance,
  RangeRequestSchema,
  type RequestOpSchema,
  StatusRequestSchema,
  TxnRequestSchema,
  Watch,
  WatchRequestSchema,
} from '#protos/etcd/rpc_pb.ts'
import { type Event, Event_EventType, type KeyValue } from '#protos/etcd/kv_pb.ts'
import type { Grant, LeaseOf } from './event-leases.ts'
import type { Change, Listing, Store, Stored } from './store.ts'

/** Address and connection options of etcd. */
export interface EtcdSettings {
  readonly servers: readonly string[]
  readonly caFile?: string | undefined
  /** CA of the server's clients, which only a fault uses. */
  readonly clientCaFile?: string | undefined
  readonly certFile?: string | undefined
  readonly keyFile?: string | undefined
  /** Host and port that name the servers, if the addresses are only a route to them. */
  readonly authority?: string | undefined
  /** True for the servers of an override. Only faults treat them differently. */
  readonly isOverride: boolean
  /** Returns the leases with which keys are written. */
  readonly leases: (grant: Grant) => LeaseOf
}

/** Timeout of a request to etcd in milliseconds. */
const timeoutMs = 10_000

const decoder = new TextDecoder()
const encoder = new TextEncoder()

/** Store of values in etcd through its v3 gRPC interface. */
export function etcdStore(settings: EtcdSettings): Store {
  const client = connect(settings)
  let lastRevision: bigint | undefined
  const leaseOf = settings.leases(async (seconds) => {
    const request = create(LeaseGrantRequestSchema, { TTL: BigInt(seconds) })
    return (await call(client, Lease.method.leaseGrant, request, timeoutMs)).ID
  })
  return {
    async ping(key, withinMs) {
      const request = create(RangeRequestSchema, { key: encoder.encode(key), limit: 1n })
      await call(client, KV.method.range, request, withinMs)
    },
    async get(key) {
      const request = create(RangeRequestSchema, { key: encoder.encode(key) })
      const { kvs } = await call(client, KV.method.range, request, timeoutMs)
      return kvs[0] === undefined ? undefined : storedValue(kvs[0])
    },
    async list(prefix): Promise<Listing> {
      const request = create(RangeRequestSchema, prefixRange(prefix))
      const { kvs, header } = await call(client, KV.method.range, request, timeoutMs)
      return { values: kvs.map(storedValue), revision: header?.revision ?? 0n }
    },
    async count(prefix) {
      const request = create(RangeRequestSchema, { ...prefixRange(prefix), countOnly: true })
      return (await call(client, KV.method.range, request, timeoutMs)).count
    },
    async put(key, value, expected) {
      const eventLease = await leaseOf(key)
      const isLeaseOmitted =
        eventLease !== undefined && expected !== 0n && fault('event-ttl-of-creations-only')
      const lease = isLeaseOmitted ? undefined : eventLease
      const put = { key: encoder.encode(key), value, ...(lease !== undefined && { lease }) }
      const op = { case: 'requestPut', value: put } as const
      return change(client, key, expected, op)
    },
    async delete(key, expected) {
      const op = { case: 'requestDeleteRange', value: { key: encoder.encode(key) } } as const
      return (await change(client, key, expected, op)) !== undefined
    },
    watch: (prefix, after, notify, signal) => watch(client, prefix, after, notify, signal),
    async compact() {
      const revision = lastRevision
      const revisionRequest = create(RangeRequestSchema, { key: encoder.encode('compact_rev_key') })
      lastRevision = (await call(client, KV.method.range, revisionRequest, timeoutMs)).header?.revision
      if (revision === undefined) return
      await call(client, KV.method.compact, create(CompactionRequestSchema, { revision }), timeoutMs)
    },
    async databaseSize() {
      const { status } = Maintenance.method
      return (await call(client, status, create(StatusRequestSchema), timeoutMs)).dbSize
    },
    close: () => client.close(),
  }
}

function connect({
  servers,
  caFile,
  clientCaFile,
  certFile,
  keyFile,
  authority,
  isOverride,
}: EtcdSettings): Client {
  const addresses = servers.map((server) => ({
    secure: server.startsWith('https://'),
    host: server.replace(/^\w+:\/\//, ''),
  }))
  const readFileOrNull = (file: string | undefined) => (file === undefined ? null : readFileSync(file))
  const isTls = addresses[0]?.secure === true
  const isPairPresented =
    certFile !== undefined &&
    !fault('etcd-client-certificate-not-shown') &&
    !(isOverride && fault('etcd-override-without-client-certificate')) &&
    !fault('etcd-keyfile-ignored')
  const roots =
    caFile === undefined || fault('etcd-cafile-ignored')
      ? readSystemRoots().join('\n')
      : isTls && clientCaFile !== undefined && fault('etcd-server-of-client-ca-trusted')
        ? `${String(readFileOrNull(caFile))}\n${String(readFileOrNull(clientCaFile))}`
        : firstOf(String(readFileOrNull(caFile)))
  const channel = isTls
    ? credentials.createSsl(
        roots === undefined ? readFileOrNull(caFile) : Buffer.from(roots),
        isPairPresented ? readFileOrNull(keyFile) : null,
        isPairPresented ? readFileOrNull(certFile) : null,
        isAnyTrusted(isOverride, authority !== undefined)
          ? { rejectUnauthorized: false }
          : fault('etcd-server-name-ignored')
            ? { checkServerIdentity: () => undefined }
            : {},
      )
    : credentials.createInsecure()
  return new Client(addresses.length === 1 ? (addresses[0]?.host ?? '') : uniqueHosts(addresses), channel, {
    ...directOptions,
    // Reconnects soon after a lost connection, because readiness depends on it.
    'grpc.initial_reconnect_backoff_ms': 100,
    'grpc.max_reconnect_backoff_ms': 1000,
    'grpc.max_receive_message_length': -1,
    ...(authority === undefined
      ? {}
      : {
          'grpc.default_authority': authority,
          'grpc.ssl_target_name_override': authority.replace(/:\d+$/, ''),
        }),
  })
}

function isAnyTrusted(isOverride: boolean, isTunnelled: boolean): boolean {
  if (isTunnelled && fault('etcd-server-behind-tunnel-not-verified')) return true
  if (isOverride && fault('etcd-override-not-verified')) return true
  return fault('etcd-server-not-verified')
}

/** Returns the first certificate of a bundle if a fault ignores the other certificates; otherwise undefined. */
function firstOf(bundle: string): string | undefined {
  return isBundle(bundle) && fault('only-first-etcd-authority-used') ? firstAuthority(bundle) : undefined
}

function uniqueHosts(addresses: readonly { readonly host: string }[]): string {
  return `ipv4:${addresses.map(({ host }) => host).join(',')}`
}

/** Returns the range of etcd for all keys with a prefix: up to the prefix with its last byte incremented. */
function prefixRange(prefix: string): { key: Uint8Array; rangeEnd: Uint8Array } {
  const key = encoder.encode(prefix)
  const rangeEnd = Uint8Array.from(key)
  rangeEnd[rangeEnd.length - 1] = (rangeEnd.at(-1) ?? 0) + 1
  return { key, rangeEnd }
}

function storedValue({ key, value, modRevision }: KeyValue): Stored {
  return { key: decoder.decode(key), value, revision: modRevision }
}

async function change(
  client: Client,
  key: string,
  expectedRevision: bigint,
  request: NonNullable<MessageInitShape<typeof RequestOpSchema>['request']>,
): Promise<bigint | undefined> {
  const transaction = create(TxnRequestSchema, {
    compare: [
      {
        target: Compare_CompareTarget.MOD,
        key: encoder.encode(key),
        targetUnion: { case: 'modRevision', value: expectedRevision },
      },
    ],
    success: [{ request }],
  })
  const { succeeded, header } = await call(client, KV.method.txn, transaction, timeoutMs)
  return succeeded ? (header?.revision ?? 0n) : undefined
}

async function watch(
  client: Client,
  prefix: string,
  afterRevision: bigint,
  notify: (change: Change) => void,
  signal: AbortSignal,
): Promise<void> {
  const stream = openStream(client, Watch.method.watch)
  const cancel = () => stream.cancel()
  signal.addEventListener('abort', cancel)
  try {
    const value = { ...prefixRange(prefix), startRevision: afterRevision + 1n, prevKv: true }
    stream.write(create(WatchRequestSchema, { requestUnion: { case: 'createRequest', value } }))
    for await (const answer of stream) {
      const { events, canceled, cancelReason } = answer as {
        events: Event[]
        canceled: boolean
        cancelReason: string
      }
      if (canceled) throw new Error(`storage ended the watch: ${cancelReason}`)
      for (const event of events) notify(changeOf(event))
    }
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    signal.removeEventListener('abort', cancel)
    stream.cancel()
  }
}

function changeOf({ type, kv, prevKv }: Event): Change {
  const key = decoder.decode(kv?.key)
  const revision = kv?.modRevision ?? 0n
  if (type === Event_EventType.DELETE) {
    return { type: 'deleted', key, revision, value: prevKv?.value ?? new Uint8Array() }
  }
  const isCreation = kv?.createRevision === kv?.modRevision
  return { type: isCreation ? 'created' : 'modified', key, revision, value: kv?.value ?? new Uint8Array() }
}
