import { currentCheck } from '#harness/check/context.ts'
import type { Peer } from '#harness/peer.ts'
import { startRealEtcd } from '#harness/programs/etcd.ts'
import type { Flags } from '#harness/launch/flags.ts'
import type { Etcd, StoredKeys } from '#mocks/etcd/index.ts'

/** Where a server keeps its objects. */
export interface ServerStorage {
  readonly url: string
  readonly flags: Flags
  readonly peers: readonly Peer[]
}

/** The store of one API server, or of several. */
export interface Storage extends ServerStorage {
  /** What is really stored, and ways to change it behind the servers' backs. */
  readonly keys: StoredKeys
  stop(): Promise<void>
}

/** Mock stores as those of one server, whatever store the target has otherwise. */
export function storageOf(...stores: readonly Etcd[]): ServerStorage {
  return { url: stores.map(({ url }) => url).join(','), flags: {}, peers: stores }
}

async function mockStorage(): Promise<Storage> {
  const { startEtcd } = await import('#mocks/etcd/index.ts')
  const etcd = await startEtcd()
  return {
    ...storageOf(etcd),
    keys: {
      entries: async (prefix) => etcd.entries(prefix),
      put: async (key, value) => {
        etcd.put(key, value)
      },
      close: () => {},
    },
    stop: () => etcd.stop(),
  }
}

let real: ReturnType<typeof startRealEtcd> | undefined
let prefixes = 0

/** A fresh store: a mock etcd of its own, or a prefix of its own in the target's real etcd. */
export async function startStorage(): Promise<Storage> {
  const described = currentCheck().settings.target.programs.etcd
  if (described === undefined) return mockStorage()
  const { keysAt } = await import('#mocks/etcd/index.ts')
  // One process for the worker's life; the reaper ends it with the worker.
  real ??= startRealEtcd(described)
  const { url } = await real
  const prefix = `/registry-${++prefixes}`
  const keys = keysAt(url)
  return {
    url,
    flags: { '--etcd-prefix': prefix },
    peers: [],
    keys: { ...keys, entries: (inside = '') => keys.entries(inside === '' ? `${prefix}/` : inside) },
    stop: async () => keys.close(),
  }
}
