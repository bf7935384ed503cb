import { Http2Prober, type ProbeOutcome } from '#kit/clients.ts'
import type { ApiServer } from '#harness/programs/api-server.ts'
import { identity } from '../fixture.ts'

const connectionCount = 4

/** Result of many requests over HTTP/2. */
export interface GoawayCounts {
  readonly goaways: number
  readonly outcomes: readonly ProbeOutcome[]
}

/**
 * Sends one request at a time on each of a few connections, so that each GOAWAY is distinguishable, until the number is
 * reached or enough is observed.
 */
export async function sendRequests(
  server: ApiServer,
  times: number,
  isEnough: (currentCounts: GoawayCounts) => boolean = () => false,
): Promise<GoawayCounts> {
  const clients = Array.from({ length: connectionCount }, () => new Http2Prober(identity(server)))
  const outcomes: ProbeOutcome[] = []
  const currentCounts = (): GoawayCounts => ({
    goaways: clients.reduce((sum, { goaways }) => sum + goaways, 0),
    outcomes,
  })
  while (outcomes.length < times && !isEnough(currentCounts())) {
    // Requests are sequential, so that each uses the connection state after the previous response.
    outcomes.push(
      ...(await Promise.all(clients.map((client) => client.send({ path: '/version', withinMs: 10_000 })))),
    )
  }
  for (const client of clients) client.close()
  return currentCounts()
}
