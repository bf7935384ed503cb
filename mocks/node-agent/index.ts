import type { ListenerOptions } from '../http/index.ts'
import { NodeAgents } from './host.ts'

export { logOf, type LogPlace } from './honest.ts'
export { NodeAgents } from './host.ts'
export type { LogRequest, NodeAnswers, PodLogs } from './pod-logs.ts'

/**
 * Starts a node agent that returns the log of any container in response to an API server. `listen` adds further agents.
 * @throws an error whose `code` is `EADDRINUSE` for a port that is in use
 * @example
 * ```ts
 * await using agents = await startNodeAgents()
 * agents.pod('web').answer({ log: () => 'started\n' })
 * ```
 */
export async function startNodeAgents(options: ListenerOptions = {}): Promise<NodeAgents> {
  const agents = new NodeAgents()
  await agents.listen(options)
  return agents
}
