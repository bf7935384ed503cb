import { inject } from 'vitest'
import { becomesTrue, JitterCanary, nowMs, shared } from '#kit'
import { type ConfigurationTree, dialectOf, mergeTrees, inDialectForm, treeAt } from '#kit/launch.ts'
import type { ControllerManager } from '#harness/programs/controller-manager.ts'
import { type ApiObject, type ApiServer, startApiServer, type StoredObject } from '#mocks/api-server/index.ts'
import { controllerName, type ManagerSpec, sharedManager } from '../../shared/controller-manager.ts'

/** Start options of a program for a group of fields. */
export interface ManagerFixtureSpec {
  /** Controllers that run, by their blocks. */
  readonly blocks: readonly string[]
  /** Tested fields, by JSON pointer. */
  readonly fields: Readonly<Record<string, unknown>>
  readonly omittedFields?: readonly string[]
  /** Resources that must be watched before the program is ready. */
  readonly watchedResources: readonly string[]
  /** Creates the objects that exist before the program starts. */
  readonly prepareApi?: (api: ApiServer) => void
}

/** Controller manager, its API server, and the lateness of the machine. */
export interface ManagerFixture {
  readonly api: ApiServer
  readonly manager: ControllerManager
  readonly canary: JitterCanary
  /** Time at which the manager was ready, by `nowMs()`. */
  readonly readyMs: number
}

/** Returns one controller manager for all checks of a file, with a separate API server. */
export function sharedFixture(spec: () => ManagerFixtureSpec): () => Promise<ManagerFixture> {
  const api = shared(
    async () => {
      const { groupDomain } = dialectOf(inject('settings').target)
      const server = await startApiServer({ groupDomain })
      spec().prepareApi?.(server)
      return server
    },
    (server) => server.stop(),
  )
  const manager = sharedManager(async () => startSpec(spec(), await api()))
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

// Raises the default limit of 20 requests a second, which delays the writes of a controller behind the writes of all
// other controllers.
const unlimitedClient = { '/Generic/ClientConnection/qps': 1_000, '/Generic/ClientConnection/burst': 1_000 }

/** Returns the start options of a controller manager that runs only the given controllers. */
export function startSpec(
  { blocks, fields, watchedResources, omittedFields }: ManagerFixtureSpec,
  api: ApiServer,
): ManagerSpec {
  const controllers = treeAt(
    '/Generic/Controllers',
    blocks.map((block) => controllerName(block)),
  )
  return {
    api,
    extraConfiguration: Object.entries({ ...unlimitedClient, ...fields }).reduce<ConfigurationTree>(
      (tree, [pointer, value]) => mergeTrees(tree, treeAt(pointer, value)),
      controllers,
    ),
    ...(omittedFields && { omittedFields }),
    awaits: {
      what: `the API server is watched for ${watchedResources.join(', ')}`,
      isTrue: () =>
        watchedResources.every((name) => api.watches.some(({ asked: request }) => request.resource === name)),
    },
  }
}

/** Creates an object that is given in the terms of the document. */
export function putObject(api: ApiServer, object: ApiObject): StoredObject {
  return api.hand.create(documentInDialect(object) as ApiObject)
}

/** Translates a value from the terms of the document to the terms of the target. */
export function documentInDialect(documented: unknown): unknown {
  return inDialectForm(dialectOf(inject('settings').target), documented)
}

/** Translates a string from the terms of the document to the terms of the target. */
export const termInDialect = (documented: string) => String(documentInDialect(documented))

/** Waits until a growing number has been constant for a while, so that its source is idle. */
export async function untilQuiet(count: () => number, quietMs = 400, withinMs = 10_000): Promise<void> {
  let lastCount = count()
  let sinceMs = nowMs()
  await becomesTrue(() => {
    if (count() !== lastCount) [lastCount, sinceMs] = [count(), nowMs()]
    return nowMs() - sinceMs >= quietMs
  }, withinMs)
}
