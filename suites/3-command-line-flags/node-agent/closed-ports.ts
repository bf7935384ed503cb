import type { NodeAgent } from '#harness/programs/node-agent.ts'
import { accepts, listens } from '#harness/programs/plain-ports.ts'
import { until } from '#harness/machine/until.ts'

/** Where node agents listen unless they are told otherwise. */
export const usualPorts = { health: 10_248, readOnly: 10_255 } as const

const leftWithinMs = 20_000

/** Whether an agent leaves a usual port of node agents closed, which nobody had before. */
export async function staysClosed(port: number, start: () => Promise<NodeAgent>): Promise<boolean> {
  // Another run may have an agent there for a moment.
  await until(async () => !(await accepts('127.0.0.1', port)), {
    withinMs: leftWithinMs,
    what: `nobody else listens on port ${port} of this machine`,
  })
  return !(await listens(await start(), '127.0.0.1', port))
}
