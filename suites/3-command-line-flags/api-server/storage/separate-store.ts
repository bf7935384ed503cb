import { currentCheck, sharedByName } from '#kit'
import type { Flags } from '#kit/launch.ts'
import type { ApiServer } from '#harness/programs/api-server.ts'
import { type Etcd, type EtcdOptions, startEtcd } from '#mocks/etcd/index.ts'
import { killServer, sharedServer, spawnServer, type StoredSpec } from '../../../shared/api-server.ts'
import { storageOf } from '../../../shared/storage.ts'

/** Stores that the harness runs for a check, independent of the store that the target uses for other checks. */
export interface SeparateStores {
  /** Returns the named store, started on first use. */
  store(name: string, options?: EtcdOptions): Promise<Etcd>
}

/** Declares stores that run until the checks of a file end. */
export function separateStores(): SeparateStores {
  return {
    store: sharedByName(
      (_name, options?: EtcdOptions) => startEtcd(options),
      (etcd) => etcd.stop(),
    ),
  }
}

/** Running server with its store. */
export interface ServerWithStore {
  readonly server: ApiServer
  readonly etcd: Etcd
}

let stores = 0

/** Declares one server with its own store, for all checks of a file. */
export function storedServer(
  ownStores: SeparateStores,
  flags: (etcd: Etcd) => Promise<Flags> | Flags,
  options?: EtcdOptions,
): () => Promise<ServerWithStore> {
  const name = `store-${++stores}`
  const server = sharedServer(async () => {
    const etcd = await ownStores.store(name, options)
    return { storage: storageOf(etcd), flags: await flags(etcd) }
  })
  return async () => ({ server: await server(), etcd: await ownStores.store(name, options) })
}

/** Starts a server for the running check only, without any wait. The server stops with the check. */
export async function spawnForCheck(spec: StoredSpec): Promise<ApiServer> {
  const server = await spawnServer(spec)
  const check = currentCheck()
  check.show(server.evidence)
  check.defer(() => killServer(server))
  return server
}
