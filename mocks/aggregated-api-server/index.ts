import type { ListenerOptions } from '../http/index.ts'
import { AggregatedApiServers } from './host.ts'

export { type ApiAnswers, type ApiSeen, ServedApi } from './api.ts'
export type { AggregatedApi } from './honest.ts'
export { AggregatedApiServers } from './host.ts'

/** Starts a host of aggregated API servers; which APIs there are says `api(group)`. */
export async function startAggregatedApiServers(
  options: ListenerOptions = {},
): Promise<AggregatedApiServers> {
  const host = new AggregatedApiServers()
  await host.listen(options)
  return host
}
