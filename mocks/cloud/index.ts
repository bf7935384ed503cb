import type { ListenerOptions } from '../http/index.ts'
import { MockCloud } from './cloud.ts'

export { type Stall, stall } from '../http/index.ts'
export { MockCloud } from './cloud.ts'
export { without, untagged } from './faults.ts'
export type * from './wire.ts'

/**
 * Starts a cloud on loopback, over plain HTTP with a protocol of this project: it has a machine for every node.
 * @throws an error whose `code` is `EADDRINUSE` for a port that is taken
 * @example
 * ```ts
 * await using cloud = await startCloud()
 * cloud.answer({ 'instance-exists': without('node-1') })
 * ```
 */
export async function startCloud(options: Pick<ListenerOptions, 'port'> = {}): Promise<MockCloud> {
  const cloud = new MockCloud()
  await cloud.listen(options)
  return cloud
}
