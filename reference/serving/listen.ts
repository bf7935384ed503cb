import type { Server } from 'node:net'
import { Refusal } from '../flags/refusal.ts'

/** Listens on an address and a port; throws a Refusal when they cannot be had. */
export async function listen(server: Server, address: string, port: number): Promise<void> {
  // Without a host, the runtime takes all interfaces of the IP versions that there are.
  const host = ['0.0.0.0', '::'].includes(address) ? {} : { host: address }
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new Refusal(`cannot listen on ${address}:${port} (${error.code})`, { cause: error })),
    )
    server.listen({ ...host, port }, resolve)
  })
}
