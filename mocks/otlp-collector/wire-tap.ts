import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { nowMs } from '#harness/time.ts'
import type { Peer, JournalEntry } from '#harness/peer.ts'
import { Journal } from '../peer/index.ts'

/** Connection of an exporter. */
export interface WireRecord extends JournalEntry {
  /** First bytes that the exporter sent, unchanged. */
  readonly opening: Buffer
}

/** Listener at the address of a collector that records the first bytes of exporters and sends nothing. */
export interface WireTap extends Peer<WireRecord> {
  /** `host:port`, as in a tracing configuration. */
  readonly endpoint: string
  /** Clears the journal. */
  reset(): void
}

/** Starts a wire tap on loopback. */
export async function startWireTap(): Promise<WireTap> {
  const journal = new Journal<WireRecord>()
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('close', () => sockets.delete(socket))
    socket.once('data', (opening: Buffer) => {
      const description = `connection begins with ${JSON.stringify(opening.subarray(0, maxOpeningBytes).toString('latin1'))}`
      journal.record({ atMs: nowMs(), what: description, opening })
      socket.resume()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const endpoint = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const stop = async (): Promise<void> => {
    const closeEvent = server.listening ? once(server, 'close') : undefined
    server.close()
    for (const socket of sockets) socket.destroy()
    await closeEvent
  }
  return {
    role: 'otlp',
    url: `http://${endpoint}`,
    endpoint,
    get journal() {
      return journal.entries
    },
    reset: () => journal.clear(),
    stop,
    [Symbol.asyncDispose]: stop,
  }
}

// Maximum number of bytes to record: the preface of HTTP/2 has 24 bytes.
const maxOpeningBytes = 24
