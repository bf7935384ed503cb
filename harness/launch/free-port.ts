import { createServer, type AddressInfo } from 'node:net'

// A server that is still starting has not bound its port yet, and the system may offer the same one again: two servers
// of one harness share their credentials, so the wrong one would answer and nobody would notice.
const handedOut = new Set<number>()
const remembered = 2_000

/** A TCP port of 127.0.0.1 that was free a moment ago, and that nobody else in this process got lately. */
export async function freePort(): Promise<number> {
  let port = await offeredPort()
  while (handedOut.has(port)) port = await offeredPort()
  handedOut.add(port)
  const [oldest] = handedOut
  if (handedOut.size > remembered && oldest !== undefined) handedOut.delete(oldest)
  return port
}

async function offeredPort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  await new Promise<void>((resolve) => server.close(() => resolve()))
  return port
}
