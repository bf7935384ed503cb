import { shared } from '#harness/check/shared.ts'
import type { Flags } from '#harness/launch/flags.ts'
import { nodeName } from '#harness/programs/node-agent.ts'
import { comesTrue } from '#harness/machine/until.ts'
import { type ApiServer, startApiServer, type StoredObject } from '#mocks/api-server/index.ts'
import { targetDialect } from '../../shared/dialect.ts'
import { sharedAgent } from '../../shared/node-agent.ts'

// A node agent registers as soon as it works; the rest is for a machine that has much to do.
const registersWithinMs = 15_000

/** The node's object once it is registered, with the labels of then; `undefined` when that does not happen. */
export async function registered(api: ApiServer, name = nodeName): Promise<StoredObject | undefined> {
  const found = () => api.hand.get({ resource: 'nodes', name })
  await comesTrue(() => found() !== undefined, registersWithinMs)
  const object = found()
  // Node agents may set some labels right again as soon as they tell of themselves.
  const post = api.journal.find(({ method, path }) => method === 'POST' && path.endsWith('/nodes'))
  const { labels } = (post?.body as StoredObject | undefined)?.metadata ?? {}
  return object && { ...object, metadata: { ...object.metadata, ...(labels && { labels }) } }
}

/** The object of a node whose agent is started with flags, the same for all checks of a file. */
export function sharedNode(flags: () => Flags, name?: string): () => Promise<StoredObject | undefined> {
  const api = shared(
    () => startApiServer({ groupDomain: targetDialect().groupDomain }),
    (server) => server.stop(),
  )
  const agent = sharedAgent(async () => ({ api: await api(), flags: flags() }))
  // One wait for all: a node that did not come for the first check does not come for the next ones.
  const node = shared(
    async () => ({ object: await registered(await api(), name) }),
    async () => {},
  )
  return async () => {
    await agent()
    return (await node()).object
  }
}
