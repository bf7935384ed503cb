import { currentCheck, type Peer } from '#kit'
import type { Flags } from '#kit/launch.ts'
import { startRealEtcd } from '#harness/programs/etcd.ts'
import type { Etcd, Store, StoredKeys } from '#mocks/etcd/index.ts'

/** Store of a server's objects. */
export interface ServerStorage {
  readonly url: string
  readonly flags: Flags
  readonly peers: readonly Peer[]
}

/** Store of one API server or several. */
export interface Storage extends ServerStorage {
  /** Stored entries, which the harness can change without the servers. */
  readonly keys: StoredKeys
  /** The mock etcd, if the target has no real one. */
  readonly etcd?: Etcd
  stop(): Promise<void>
}

/** Returns mock stores as the stores of one server, regardless of the store that the target uses in other checks. */
export function storageOf(...stores: readonly Etcd[]): ServerStorage {
  return { url: stores.map(({ url }) => url).join(','), flags: {}, peers: stores }
}

async function mockStorage(copyOf?: Store): Promise<Storage> {
  const { startEtcd } = await import('#mocks/etcd/index.ts')
  const etcd = await startEtcd(copyOf === undefined ? {} : { copyOf })
  return {
    ...storageOf(etcd),
    etcd,
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

let realEtcd: ReturnType<typeof startRealEtcd> | undefined
let prefixes = 0

/**
 * Starts a new store: a separate mock etcd, or a separate prefix in the target's real etcd.
 * @param copyOf initial content of a mock etcd
 */
export async function startStorage(copyOf?: Store): Promise<Storage> {
  const etcdProgram = currentCheck().settings.target.programs.etcd
  if (etcdProgram === undefined) return mockStorage(copyOf)
  const { openStoredKeys } = await import('#mocks/etcd/index.ts')
  // The worker has one process, which the reaper ends with the worker.
  realEtcd ??= startRealEtcd(etcdProgram)
  const { url } = await realEtcd
  const prefix = `/registry-${++prefixes}`
  const keys = openStoredKeys(url)
  return {
    url,
    flags: { '--etcd-prefix': prefix },
    peers: [],
    keys: { ...keys, entries: (inside = '') => keys.entries(inside === '' ? `${prefix}/` : inside) },
    stop: async () => keys.close(),
  }
}
