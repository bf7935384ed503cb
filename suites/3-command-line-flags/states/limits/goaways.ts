import { Http2Prober } from '#harness/client/http2.ts'
import type { Outcome } from '#harness/client/outcome.ts'
import type { ApiServer } from '#harness/programs/api-server.ts'
import { identity } from '../world.ts'

const lanes = 4

/** What came of many requests over HTTP/2. */
export interface Asked {
  readonly goaways: number
  readonly outcomes: readonly Outcome[]
}

/**
 * Asks one request at a time on each of a few connections, so that every goodbye is told apart, until as many were asked
 * or enough was seen.
 */
export async function askOften(
  server: ApiServer,
  times: number,
  isEnough: (asked: Asked) => boolean = () => false,
): Promise<Asked> {
  const clients = Array.from({ length: lanes }, () => new Http2Prober(identity(server)))
  const outcomes: Outcome[] = []
  const asked = (): Asked => ({ goaways: clients.reduce((sum, { goaways }) => sum + goaways, 0), outcomes })
  while (outcomes.length < times && !isEnough(asked())) {
    // One by one: the next request goes where the last one left the connection.
    outcomes.push(
      ...(await Promise.all(clients.map((client) => client.ask({ path: '/version', withinMs: 10_000 })))),
    )
  }
  for (const client of clients) client.close()
  return asked()
}
