import { HarnessError } from '#harness/errors.ts'
import type { NodeAgent } from '#harness/programs/node-agent.ts'
import { accepts, listens } from '#harness/programs/plain-ports.ts'

/** Where node agents listen unless they are told otherwise. */
export const usualPorts = { health: 10_248, readOnly: 10_255 } as const

/** Whether an agent leaves a usual port of node agents closed, which nobody had before. */
export async function staysClosed(port: number, start: () => Promise<NodeAgent>): Promise<boolean> {
  if (await accepts('127.0.0.1', port))
    throw new HarnessError('untestable', `Somebody listens on port ${port} of this machine already.`)
  return !(await listens(await start(), '127.0.0.1', port))
}
