import type { KeyPair } from '#harness/certificates/authority.ts'
import { type GrpcPeer, grpcPeer } from '../grpc/peer.ts'
import { startGrpcServer } from '../grpc/server.ts'
import { Answers, Journal } from '../peer/index.ts'
import { answerNames, type EtcdAnswers } from './answers.ts'
import type { EtcdRequest } from './request.ts'
import { ConnectionTracker } from './connection-tracker.ts'
import { honestAnswers } from './honest.ts'
import { prefixRange } from './key-range.ts'
import { Store } from './store.ts'
import { entryOf, type StoredEntry } from './stored-entry.ts'
import { etcdServices } from './wire.ts'

export { type EtcdAnswer, type EtcdAnswers, onEveryKey, under } from './answers.ts'
export type { EtcdRequest, EtcdMethod } from './request.ts'
export { after, fail, hangUp, honestly, type Stall, silence, stall, when, where } from '../grpc/faults.ts'
export { openStoredKeys, type StoredKeys } from './keys.ts'
export { Store } from './store.ts'
export type { StoredEntry } from './stored-entry.ts'

/** Listener options of an etcd, and its initial content. */
export interface EtcdOptions {
  /** TCP port of 127.0.0.1. Default: any free port. */
  readonly port?: number
  /** Serves TLS with this key pair. */
  readonly tls?: KeyPair
  /** PEM; only clients with a certificate of this authority are accepted. Needs `tls`. */
  readonly clientCa?: string
  /** Release that `Status` reports. Default: a release whose progress notifications API servers trust. */
  readonly version?: string
  /** Serves the same keys as another etcd. */
  readonly store?: Store
  /** Starts with a copy of these keys. */
  readonly copyOf?: Store
  /** `false`: the address is chosen, but connections are refused until `listen` is called. */
  readonly listening?: boolean
  /**
   * Interval in milliseconds at which an idle watch that requested progress receives the revision; default ten minutes,
   * as in etcd.
   */
  readonly progressEveryMs?: number
}

/** In-memory store of an API server, which gives tests access to the stored data. */
export interface Etcd extends GrpcPeer<EtcdRequest, EtcdAnswers> {
  /** The keys; pass them to another etcd to share them. */
  readonly store: Store
  /** Returns all entries whose key begins with the prefix, in the order of the keys. */
  entries(prefix?: string): StoredEntry[]
  get(key: string): StoredEntry | undefined
  /** Plants a value without the API server; watches receive it. Returns the revision. */
  put(key: string, value: Uint8Array | string): number
  /** Removes all keys that begin with the prefix, without the API server. Returns the number of keys. */
  remove(prefix: string): number
  /** Returns a copy of the present keys, for `copyOf`; later changes are independent. */
  snapshot(): Store
}

const defaultVersion = '3.5.21'
const defaultProgressMs = 600_000

/**
 * Starts an etcd of one member on loopback, in memory: the KV, Watch, Lease, Cluster and Maintenance services of its v3 API.
 * @throws an error whose `code` is `EADDRINUSE` for a port that is taken
 * @example
 * ```ts
 * await using etcd = await startEtcd()
 * etcd.answer({ txn: where(under('/registry/secrets/'), fail('UNAVAILABLE')) })
 * console.log(etcd.entries('/registry/secrets/'))
 * ```
 */
export async function startEtcd(options: EtcdOptions = {}): Promise<Etcd> {
  const store = options.store ?? options.copyOf?.fork() ?? new Store()
  const answers = new Answers<EtcdAnswers>('etcd', answerNames)
  const journal = new Journal<EtcdRequest>()
  const version = options.version ?? defaultVersion
  const honest = honestAnswers({ store, version, url: () => server.url })
  const progressEveryMs = options.progressEveryMs ?? defaultProgressMs
  const tracker = new ConnectionTracker(journal)
  const { clientAt } = tracker
  const server = await startGrpcServer({
    services: etcdServices({ store, honest, answers, journal, progressEveryMs, clientAt }),
    events: tracker,
    ...(options.port === undefined ? {} : { address: options.port }),
    ...(options.tls === undefined ? {} : { tls: options.tls }),
    ...(options.clientCa === undefined ? {} : { clientCa: options.clientCa }),
    ...(options.listening === undefined ? {} : { listening: options.listening }),
  })
  const peer = grpcPeer({
    role: 'etcd',
    server,
    journal,
    answers,
    release: () => {
      if (options.store === undefined) store.leases.close()
    },
  })
  return Object.assign(peer, {
    store,
    entries: (prefix = '') => store.range(prefixRange(binary(prefix))).map(entryOf),
    get: (key: string) => {
      const kv = store.get(binary(key))
      return kv && entryOf(kv)
    },
    put: (key: string, value: Uint8Array | string) => {
      store.write((writing) => writing.put(binary(key), { value: Buffer.from(value) }))
      return Number(store.revision)
    },
    remove: (prefix: string) => store.write((writing) => writing.delete(prefixRange(binary(prefix)))).length,
    snapshot: () => store.fork(),
  })
}

function binary(text: string): string {
  return Buffer.from(text).toString('latin1')
}
