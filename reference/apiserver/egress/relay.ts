import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { pipeline } from 'node:stream'
import type { Dialer } from '../../client-config/dialer.ts'

/** A port on the loopback interface that leads to a host and port by way of a dialer, for clients that dial themselves. */
export async function relay(dial: Dialer, host: string, port: number): Promise<string> {
  const server = createServer((local) => {
    local.on('error', () => {})
    dial(host, port).then(
      (remote) => {
        // Ends of either side end the other; why does not matter to it.
        pipeline(local, remote, () => {})
        pipeline(remote, local, () => {})
      },
      () => local.destroy(),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  server.unref()
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}
