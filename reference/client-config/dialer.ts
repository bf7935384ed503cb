import { once } from 'node:events'
import { connect } from 'node:net'
import type { Duplex } from 'node:stream'

/** Opens a connection to a host and port; rejects when there is none. An egress route is another dialer. */
export type Dialer = (host: string, port: number) => Promise<Duplex>

/** Milliseconds until a host that does not answer counts as unreachable. */
const patienceMs = 10_000

/** Connects directly. */
export const direct: Dialer = async (host, port) => {
  const socket = connect({ host, port })
  // Kept for the socket's whole life: whoever uses it hears of errors in their own way.
  socket.on('error', () => {})
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(patienceMs) })
  } catch (cause) {
    socket.destroy()
    throw cause
  }
  return socket
}
