import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { HarnessError, quietly } from '../errors.ts'

// Below the ports that the system gives to connections and to mock peers: what is free there stays so until the program
// has bound it. Node agents and managers have ports of their own from 10248 on.
const first = 10_300
const usualEnd = 32_768
const fewest = 16_384
// Harness processes beside each other take turns, so that two of them do not offer the same port at once.
const turns = 8

// A server that is still starting has not bound its port yet: two servers of one harness share their credentials, so the
// wrong one would answer and nobody would notice.
const handedOut = new Set<number>()
const remembered = 1_000

const tries = 1_000

let end: number | undefined

/**
 * A TCP port of 127.0.0.1 that was free a moment ago, and that nobody else in this process got lately.
 * @throws HarnessError `config-fault` on a machine where hardly any is free
 */
export async function freePort(): Promise<number> {
  end ??= endOfRange()
  for (let tried = 0; tried < tries; tried++) {
    const port = candidate(end)
    if (handedOut.has(port)) continue
    // Before it is looked at: others look at the same time.
    handedOut.add(port)
    const [oldest] = handedOut
    if (handedOut.size > remembered && oldest !== undefined) handedOut.delete(oldest)
    if (await isFree(port)) return port
  }
  throw new HarnessError(
    'config-fault',
    `No TCP port of 127.0.0.1 between ${first} and ${end} is free for a program: end what listens there.`,
  )
}

function candidate(end: number): number {
  const slots = Math.floor((end - first) / turns)
  return first + turns * Math.floor(Math.random() * slots) + (process.pid % turns)
}

/** The first port that the system may give to a connection; that of most systems where it does not tell, or leaves few. */
function endOfRange(): number {
  const range = quietly(() => readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8'), '')
  const told = Number(range.split(/\s+/)[0])
  return told >= first + fewest ? Math.min(told, usualEnd) : usualEnd
}

/** Whether nobody listens on a TCP port of 127.0.0.1. */
export function isFree(port: number): Promise<boolean> {
  const server = createServer()
  return new Promise((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
