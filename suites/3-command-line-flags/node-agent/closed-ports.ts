import { HarnessError } from '#harness/errors.ts'
import { accepts } from '#harness/programs/plain-ports.ts'

/** Where node agents listen unless they are told otherwise. */
export const usualPorts = { health: 10_248, readOnly: 10_255 } as const

/** Whether nothing opened a usual port of node agents, which nobody had before. */
export async function staysClosed(port: number, start: () => Promise<unknown>): Promise<boolean> {
  if (await accepts('127.0.0.1', port))
    throw new HarnessError('untestable', `Somebody listens on port ${port} of this machine already.`)
  await start()
  return !(await accepts('127.0.0.1', port))
}
