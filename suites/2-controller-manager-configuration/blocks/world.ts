import { inject } from 'vitest'
import { shared } from '#harness/check/shared.ts'
import { dialectOf } from '#harness/target/dialects.ts'
import { spell } from '#harness/dialect/spell.ts'
import { type ConfigurationTree, merged, treeAt } from '#harness/launch/configuration.ts'
import { JitterCanary } from '#harness/machine/canary.ts'
import type { ControllerManager } from '#harness/programs/controller-manager.ts'
import { nowMs } from '#harness/time.ts'
import { comesTrue } from '#harness/machine/until.ts'
import { type ApiObject, type ApiServer, startApiServer, type StoredObject } from '#mocks/api-server/index.ts'
import { controllerName, type ManagerSpec, sharedManager } from '../../shared/controller-manager.ts'

/** What a program of a group of fields is started with. */
export interface WorldSpec {
  /** The controllers that run, by their blocks. */
  readonly blocks: readonly string[]
  /** The fields that the checks are about, by JSON pointer. */
  readonly fields: Readonly<Record<string, unknown>>
  readonly without?: readonly string[]
  /** Resources that must be watched before the program counts as ready. */
  readonly watched: readonly string[]
  /** Puts there what is there before the program starts. */
  readonly before?: (api: ApiServer) => void
}

/** A controller manager, the API server that it talks to, and how late the machine was meanwhile. */
export interface World {
  readonly api: ApiServer
  readonly manager: ControllerManager
  readonly canary: JitterCanary
  /** When the manager was ready, by `nowMs()`. */
  readonly readyMs: number
}

/** One controller manager for all checks of a file, with an API server of its own. */
export function sharedWorld(spec: () => WorldSpec): () => Promise<World> {
  const api = shared(
    async () => {
      const { groupDomain } = dialectOf(inject('settings').target)
      const server = await startApiServer({ groupDomain })
      spec().before?.(server)
      return server
    },
    (server) => server.stop(),
  )
  const manager = sharedManager(async () => worldSpec(spec(), await api()))
  const canary = shared(
    async () => new JitterCanary((await manager()).processId),
    (one) => one[Symbol.dispose](),
  )
  const readyMs = shared(async () => {
    await manager()
    return nowMs()
  })
  return async () => ({
    api: await api(),
    manager: await manager(),
    readyMs: await readyMs(),
    canary: await canary(),
  })
}

/** What a controller manager is started with so that only some controllers run. */
export function worldSpec({ blocks, fields, watched, without }: WorldSpec, api: ApiServer): ManagerSpec {
  const controllers = treeAt(
    '/Generic/Controllers',
    blocks.map((block) => controllerName(block)),
  )
  return {
    api,
    beside: Object.entries(fields).reduce<ConfigurationTree>(
      (tree, [pointer, value]) => merged(tree, treeAt(pointer, value)),
      controllers,
    ),
    ...(without && { without }),
    awaits: {
      what: `the API server is watched for ${watched.join(', ')}`,
      isTrue: () => watched.every((name) => api.watches.some(({ asked }) => asked.resource === name)),
    },
  }
}

/** Puts an object there that is stated in the document's words. */
export function put(api: ApiServer, object: ApiObject): StoredObject {
  return api.hand.create(spelled(object) as ApiObject)
}

/** Something in the document's words, as the target spells it. */
export function spelled(documented: unknown): unknown {
  return spell(dialectOf(inject('settings').target), documented)
}

/** A text in the document's words, as the target spells it. */
export const word = (documented: string) => String(spelled(documented))

/** Waits until a number that only grows has not done so for a while: whoever made it grow has come to rest. */
export async function atRest(count: () => number, quietMs = 400, withinMs = 10_000): Promise<void> {
  let last = count()
  let sinceMs = nowMs()
  await comesTrue(() => {
    if (count() !== last) [last, sinceMs] = [count(), nowMs()]
    return nowMs() - sinceMs >= quietMs
  }, withinMs)
}
