import { currentCheck, expect, runInSlot, launching, type Peer } from '#kit'
import type { Flags } from '#kit/launch.ts'
import {
  type ApiServer,
  type ApiServerOptions,
  attemptApiServer,
  spawnApiServer,
  startApiServer,
} from '#harness/programs/api-server.ts'
import type { Etcd } from '#mocks/etcd/index.ts'
import { filledStore, saveFilledStore } from './filled-store.ts'
import { type ServerStorage, startStorage } from './storage.ts'
import { fillOnce } from './storage-filling.ts'

/** Settings of a check for an API server, in addition to the defaults. */
export interface ServerSpec {
  readonly flags?: Flags
  readonly env?: Readonly<Record<string, string>>
  readonly peers?: readonly Peer[]
  /** Host name, which can distinguish the servers of one cluster. */
  readonly hostName?: string
  /** A store that other servers also use, and that outlives the server. Default: a separate store. */
  readonly storage?: ServerStorage
}

/** Settings of a server on an existing store. */
export type StoredSpec = ServerSpec & { readonly storage: ServerStorage }

/** Starts of API servers in checks, each on a separate store unless specified otherwise. */
export const {
  start: startServer,
  shared: sharedServer,
  outcome: startOutcome,
  sharedOutcome,
  expectAccepted,
  expectRefusal,
} = launching<ServerSpec, ApiServer>({
  try: async (spec, withinMs, pace) => {
    const { storage, etcd, release } = await storageFor(spec)
    try {
      const options = optionsOf({ ...spec, storage })
      const attempt = await fillOnce(storage, () => attemptApiServer(options, withinMs, pace))
      if (attempt.outcome === 'ready' && etcd !== undefined) await saveFilledStore(etcd, spec.flags)
      return { attempt, release }
    } catch (thrown) {
      await release()
      throw thrown
    }
  },
})

/** Expects that a shared server with the setting has become ready and serves requests. */
export async function expectServes(server: () => Promise<ApiServer>): Promise<void> {
  const { status } = await (await server()).request({ path: '/readyz' })
  expect(status, 'the status of /readyz').toBe(200)
}

/** Starts a server and waits until it is ready. The caller kills it. */
export function launchServer(spec: StoredSpec): Promise<ApiServer> {
  return runInSlot(() => startApiServer(optionsOf(spec)))
}

/** Starts a server without any wait. The caller kills it. */
export function spawnServer(spec: StoredSpec): Promise<ApiServer> {
  return spawnApiServer(optionsOf(spec))
}

/** Kills a server immediately, in any state. Safe after the server has exited. */
export async function killServer(server: ApiServer): Promise<void> {
  server.program.kill()
  await server.stop()
}

async function storageFor({ storage, flags }: ServerSpec): Promise<{
  readonly storage: ServerStorage
  /** The mock etcd of this server alone. */
  readonly etcd?: Etcd
  readonly release: () => Promise<void>
}> {
  if (storage !== undefined) return { storage, release: async () => {} }
  const ownStorage = await startStorage(filledStore(flags))
  return {
    storage: ownStorage,
    release: () => ownStorage.stop(),
    ...(ownStorage.etcd && { etcd: ownStorage.etcd }),
  }
}

function optionsOf({ storage, flags, peers = [], env, hostName }: StoredSpec): ApiServerOptions {
  return {
    settings: currentCheck().settings,
    storage: storage.url,
    flags: { ...storage.flags, ...flags },
    peers: [...storage.peers, ...peers],
    ...(env && { env }),
    ...(hostName !== undefined && { hostName }),
  }
}
