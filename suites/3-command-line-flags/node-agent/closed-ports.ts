import type { NodeAgent } from '#harness/programs/node-agent.ts'
import { accepts, isListening } from '#harness/programs/plain-ports.ts'
import { until } from '#kit'

/** Default ports of node agents. */
export const defaultPorts = { health: 10_248, readOnly: 10_255 } as const

const leftWithinMs = 20_000

/** Reports whether a default port that was free stays closed after an agent has started. */
export async function staysClosed(port: number, start: () => Promise<NodeAgent>): Promise<boolean> {
  // An agent of another run can use the port for a moment.
  await until(async () => !(await accepts('127.0.0.1', port)), {
    withinMs: leftWithinMs,
    what: `nobody else listens on port ${port} of this machine`,
  })
  return !(await isListening(await start(), '127.0.0.1', port))
}
