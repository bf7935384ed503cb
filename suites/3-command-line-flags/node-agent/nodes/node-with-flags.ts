import { nodeName } from '#harness/programs/node-agent.ts'
import { becomesTrue } from '#kit'
import { startAgentFixture, type AgentFixtureSpec } from '../fixture.ts'
import type { NodeObject } from './node-object.ts'

const eventWithinMs = 15_000

/** Returns the object of a node whose agent is started with flags, once it reports its capacity and its addresses. */
export async function nodeWithFlags(flags: AgentFixtureSpec['flags']): Promise<NodeObject> {
  const { api } = await startAgentFixture({ ...(flags && { flags }) })
  const node = () => (api.hand.get({ resource: 'nodes', name: nodeName }) ?? {}) as NodeObject
  await becomesTrue(
    () => node().status?.capacity?.pods !== undefined && node().status?.addresses !== undefined,
    eventWithinMs,
  )
  return node()
}

/** Returns the internal addresses that a node reports. */
export function internalAddresses({ status }: NodeObject): string[] | undefined {
  return status?.addresses?.filter(({ type }) => type === 'InternalIP').map(({ address }) => address)
}
