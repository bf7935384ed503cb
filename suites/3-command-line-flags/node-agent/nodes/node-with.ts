import { nodeName } from '#harness/programs/node-agent.ts'
import { comesTrue } from '#harness/machine/until.ts'
import { startWorld, type WorldSpec } from '../world.ts'
import type { NodeObject } from './node-object.ts'

const toldWithinMs = 15_000

/** The object of a node whose agent is started with flags, once it tells of its capacity and its addresses. */
export async function nodeWith(flags: WorldSpec['flags']): Promise<NodeObject> {
  const { api } = await startWorld({ ...(flags && { flags }) })
  const node = () => (api.hand.get({ resource: 'nodes', name: nodeName }) ?? {}) as NodeObject
  await comesTrue(
    () => node().status?.capacity?.pods !== undefined && node().status?.addresses !== undefined,
    toldWithinMs,
  )
  return node()
}

/** The addresses that a node tells of as its own. */
export function internalAddresses({ status }: NodeObject): string[] | undefined {
  return status?.addresses?.filter(({ type }) => type === 'InternalIP').map(({ address }) => address)
}
