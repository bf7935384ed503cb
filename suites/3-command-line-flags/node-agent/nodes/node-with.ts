import { nodeName } from '#harness/programs/node-agent.ts'
import { comesTrue } from '#kit'
import { startWorld, type WorldSpec } from '../world.ts'
import type { NodeObject } from './node-object.ts'

const toldWithinMs = 15_000

/** Returns the object of a node whose agent is started with flags, once it reports its capacity and its addresses. */
export async function nodeWith(flags: WorldSpec['flags']): Promise<NodeObject> {
  const { api } = await startWorld({ ...(flags && { flags }) })
  const node = () => (api.hand.get({ resource: 'nodes', name: nodeName }) ?? {}) as NodeObject
  await comesTrue(
    () => node().status?.capacity?.pods !== undefined && node().status?.addresses !== undefined,
    toldWithinMs,
  )
  return node()
}

/** Returns the internal addresses that a node reports. */
export function internalAddresses({ status }: NodeObject): string[] | undefined {
  return status?.addresses?.filter(({ type }) => type === 'InternalIP').map(({ address }) => address)
}
