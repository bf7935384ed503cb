import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { pipeline } from 'node:stream'
import type { Dialer } from '../../client-config/dialer.ts'

/** Opens a loopback port that is relayed to a host and port through a dialer, for clients that dial themselves. */
export async function relay(dial: Dialer, host: string, port: number): Promise<string> {
  const server = createServer((local) => {
    local.on('error', () => {})
    dial(host, port).then(
      (remote) => {
        // The end of either side ends the other side, regardless of the reason.
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
