import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { HarnessError, orFallback } from '../errors.ts'

// First port of the range for programs. The range is below the ports that the system gives to connections and mock
// peers, so that a free port stays free until the program has bound it, and above the default ports of node agents and
// managers, which begin at 10248.
const firstPort = 10_300
const defaultEnd = 32_768
const minPorts = 16_384
// Number of interleaved sequences of ports. The process id selects the sequence of a process, so that concurrent
// harness processes rarely offer the same port.
const sequences = 8

// Ports that this process has given to callers, which may not have bound them yet. A request to the wrong server would
// stay unnoticed, because all servers of one harness share their credentials.
const takenPorts = new Set<number>()
const maxRemembered = 1_000

const maxTries = 1_000

let endOfPorts: number | undefined

/**
 * Returns a TCP port of 127.0.0.1 that was free a moment ago and that no other caller in this process received lately.
 * @throws HarnessError `config-fault` if hardly any port is free
 */
export async function freePort(): Promise<number> {
  endOfPorts ??= endOfRange()
  for (let tryCount = 0; tryCount < maxTries; tryCount++) {
    const port = candidatePort(endOfPorts)
    if (takenPorts.has(port)) continue
    // Reserved before the check, because other callers check at the same time.
    takenPorts.add(port)
    const [oldest] = takenPorts
    if (takenPorts.size > maxRemembered && oldest !== undefined) takenPorts.delete(oldest)
    if (await isFree(port)) return port
  }
  throw new HarnessError(
    'config-fault',
    `No TCP port of 127.0.0.1 between ${firstPort} and ${endOfPorts} is free for a program: end what listens there.`,
  )
}

function candidatePort(end: number): number {
  const sequenceLength = Math.floor((end - firstPort) / sequences)
  return firstPort + sequences * Math.floor(Math.random() * sequenceLength) + (process.pid % sequences)
}

/**
 * Returns the first port that the system may give to a connection, or the usual port if the system does not report the
 * first port or leaves few ports.
 */
function endOfRange(): number {
  const range = orFallback(() => readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8'), '')
  const lowestPort = Number(range.split(/\s+/)[0])
  return lowestPort >= firstPort + minPorts ? Math.min(lowestPort, defaultEnd) : defaultEnd
}

/** Reports whether a TCP port of 127.0.0.1 has no listener. */
export function isFree(port: number): Promise<boolean> {
  const server = createServer()
  return new Promise((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
