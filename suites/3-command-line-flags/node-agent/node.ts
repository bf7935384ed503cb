import { becomesTrue, shared } from '#kit'
import type { Flags } from '#kit/launch.ts'
import { type NodeAgent, nodeName } from '#harness/programs/node-agent.ts'
import { type ApiServer, startApiServer, type StoredObject } from '#mocks/api-server/index.ts'
import { targetDialect } from '../../shared/dialect.ts'
import { sharedAgent } from '../../shared/node-agent.ts'

// Long enough for registration on a busy machine.
const registersWithinMs = 15_000

/**
 * Returns the node's object once it is registered, with its labels at that time; `undefined` if it does not register.
 */
export async function registeredNode(api: ApiServer, name = nodeName): Promise<StoredObject | undefined> {
  const storedNode = () => api.hand.get({ resource: 'nodes', name })
  await becomesTrue(() => storedNode() !== undefined, registersWithinMs)
  const object = storedNode()
  // Uses the registration request, because agents may correct labels with a status update.
  const post = api.journal.find(({ method, path }) => method === 'POST' && path.endsWith('/nodes'))
  const { labels } = (post?.body as StoredObject | undefined)?.metadata ?? {}
  return object && { ...object, metadata: { ...object.metadata, ...(labels && { labels }) } }
}

/** Declares the node object of an agent with flags, shared by all checks of a file. */
export function sharedNode(
  flags: () => Flags,
  name?: string,
): (() => Promise<StoredObject | undefined>) & { readonly agent: () => Promise<NodeAgent> } {
  const api = shared(
    () => startApiServer({ groupDomain: targetDialect().groupDomain }),
    (server) => server.stop(),
  )
  const agent = sharedAgent(async () => ({ api: await api(), flags: flags() }))
  // All checks share one wait for the registration.
  const node = shared(
    async () => ({ object: await registeredNode(await api(), name) }),
    async () => {},
  )
  const object = async () => {
    await agent()
    return (await node()).object
  }
  return Object.assign(object, { agent })
}
