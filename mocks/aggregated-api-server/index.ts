import type { ListenerOptions } from '../http/index.ts'
import { AggregatedApiServers } from './host.ts'

export { type ApiAnswers, type AggregatedRequest, ServedApi } from './api.ts'
export type { AggregatedApi } from './honest.ts'
export { AggregatedApiServers } from './host.ts'

/**
 * Starts a host of aggregated API servers, each with a group, one version and no objects; `api(group)` adds one.
 * @throws an error whose `code` is `EADDRINUSE` for a port that is taken
 * @example
 * ```ts
 * await using servers = await startAggregatedApiServers()
 * const api = servers.api('things.example.org')
 * api.answer({ objects: status(503) })
 * ```
 */
export async function startAggregatedApiServers(
  options: ListenerOptions = {},
): Promise<AggregatedApiServers> {
  const host = new AggregatedApiServers()
  await host.listen(options)
  return host
}
