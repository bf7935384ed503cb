import type { ListenerOptions } from '../http/index.ts'
import { MockCloud } from './cloud.ts'

export { type Stall, stall } from '../http/index.ts'
export { MockCloud } from './cloud.ts'
export { without, untagged } from './lies.ts'
export type * from './wire.ts'

/** Starts a cloud on loopback, over plain HTTP: it has a machine for every node. */
export async function startCloud(options: Pick<ListenerOptions, 'port'> = {}): Promise<MockCloud> {
  const cloud = new MockCloud()
  await cloud.listen(options)
  return cloud
}
