import { once } from 'node:events'
import { connect } from 'node:net'
import type { Duplex } from 'node:stream'

/** Opens a connection to a host and port. Rejects on failure. Each egress selection has a separate dialer. */
export type Dialer = (host: string, port: number) => Promise<Duplex>

/** Timeout of a connection in milliseconds. */
const timeoutMs = 10_000

/** Connects directly. */
export const dialDirectly: Dialer = async (host, port) => {
  const socket = connect({ host, port })
  // Kept for the lifetime of the socket: its users handle errors themselves.
  socket.on('error', () => {})
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(timeoutMs) })
  } catch (cause) {
    socket.destroy()
    throw cause
  }
  return socket
}
