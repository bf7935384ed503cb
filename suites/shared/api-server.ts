import { currentCheck } from '#harness/check/context.ts'
import { expect } from '#harness/check/expect.ts'
import { inSlot, launching } from '#harness/check/launching.ts'
import type { Flags } from '#harness/launch/flags.ts'
import type { Peer } from '#harness/peer.ts'
import {
  type ApiServer,
  type ApiServerOptions,
  attemptApiServer,
  spawnApiServer,
  startApiServer,
} from '#harness/programs/api-server.ts'
import { type ServerStorage, startStorage } from './storage.ts'
import { oneFills } from './storage-filling.ts'

/** What a check starts an API server with, beside the usual. */
export interface ServerSpec {
  readonly flags?: Flags
  readonly env?: Readonly<Record<string, string>>
  readonly peers?: readonly Peer[]
  /** The name of its host; servers of one cluster may be told apart by that. */
  readonly hostName?: string
  /** A store that others use too, and that outlives the server; default one of its own. */
  readonly storage?: ServerStorage
}

/** What a server is started with whose store is somebody's own. */
export type StoredSpec = ServerSpec & { readonly storage: ServerStorage }

/** How checks have API servers started, each on a store of its own unless they say otherwise. */
export const {
  start: startServer,
  shared: sharedServer,
  outcome: startOutcome,
  sharedOutcome,
  expectAccepted,
  expectRefusal,
} = launching<ServerSpec, ApiServer>({
  try: async (spec, withinMs, pace) => {
    const { storage, release } = await storageFor(spec)
    try {
      const options = optionsOf({ ...spec, storage })
      const attempt = await oneFills(storage, () => attemptApiServer(options, withinMs, pace))
      return { attempt, release }
    } catch (thrown) {
      await release()
      throw thrown
    }
  },
})

/** The accepted twin of refusals, where a server that is shared has it: that one became ready, and serves. */
export async function expectServes(server: () => Promise<ApiServer>): Promise<void> {
  const { status } = await (await server()).request({ path: '/readyz' })
  expect(status, 'the status of /readyz').toBe(200)
}

/** Starts a server and waits until it is ready; whoever starts it kills it. */
export function launchServer(spec: StoredSpec): Promise<ApiServer> {
  return inSlot(() => startApiServer(optionsOf(spec)))
}

/** Starts a server and waits for nothing; whoever starts it kills it. */
export function spawnServer(spec: StoredSpec): Promise<ApiServer> {
  return spawnApiServer(optionsOf(spec))
}

/** Ends a server at once, whatever it is at; safe after it has ended itself. */
export async function killServer(server: ApiServer): Promise<void> {
  server.program.kill()
  await server.stop()
}

async function storageFor({ storage }: ServerSpec): Promise<{
  readonly storage: ServerStorage
  readonly release: () => Promise<void>
}> {
  if (storage !== undefined) return { storage, release: async () => {} }
  const own = await startStorage()
  return { storage: own, release: () => own.stop() }
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
