import type { Server } from 'node:net'
import { Refusal } from '../flags/refusal.ts'

/** Listens on an address and a port. Throws a Refusal when they are not available. */
export async function listen(server: Server, address: string, port: number): Promise<void> {
  // Without a host, the runtime listens on all interfaces of the available IP versions.
  const host = ['0.0.0.0', '::'].includes(address) ? {} : { host: address }
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new Refusal(`cannot listen on ${address}:${port} (${error.code})`, { cause: error })),
    )
    server.listen({ ...host, port }, resolve)
  })
}
