import { readFileSync } from 'node:fs'
import { orFallback } from '../../errors.ts'
import type { ExternalListener, OutboundTraffic } from '../../events.ts'
import { defaultRouteDevice, nameServers, networkVariable } from '../own-network.ts'
import { nowMs } from '../../time.ts'
import { newListeners } from './bound.ts'
import { type NameQuery, withoutNames } from './name-server.ts'
import { processWith } from './processes.ts'
import {
  inodeOfPort,
  type OutboundCounts,
  type OutboundSocket,
  outboundCounts,
  outboundSockets,
} from './sockets.ts'

/** An attempt of a process to reach another machine. */
export interface OutboundAttempt {
  readonly atMs: number
  readonly protocol: 'tcp' | 'udp'
  readonly address: string
  readonly port: number
  /** Command of the process; omitted if the process ended before it was found. */
  readonly process?: string
}

// Interval between searches: a connection waits for seconds for its first response, which never arrives.
const searchIntervalMs = 250
// Maximum number of recorded attempts, since each search of all processes takes milliseconds.
const maxAttempts = 200

/** Watches the network of this process for packets and connections to other machines. */
export class OutboundWatch {
  readonly #device: string
  readonly #attempts: OutboundAttempt[] = []
  readonly #knownInodes = new Set<string>()
  readonly #timer: NodeJS.Timeout
  readonly #endNames: () => void
  #counts: OutboundCounts

  /**
   * @param device the device of the default route
   * @param servers addresses of name servers, to which no query is sent
   */
  constructor(device: string, servers: readonly string[] = nameServers()) {
    this.#device = device
    this.#counts = readCounts(device)
    this.#timer = setInterval(() => this.#search(), searchIntervalMs)
    this.#timer.unref()
    this.#endNames = withoutNames(servers, (query) => this.#recordQuery(query))
  }

  /** Returns the packets since the last call, and the attempts since a moment. */
  since(fromMs: number): { readonly packets: number; readonly attempts: readonly OutboundAttempt[] } {
    this.#search()
    const countsBefore = this.#counts
    this.#counts = readCounts(this.#device)
    const packets =
      this.#counts.packets - countsBefore.packets + this.#counts.unrouted - countsBefore.unrouted
    return { packets, attempts: this.#attempts.filter(({ atMs }) => atMs >= fromMs) }
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#endNames()
  }

  #search(): void {
    const newSockets = (['tcp', 'udp'] as const).flatMap((protocol) =>
      [protocol, `${protocol}6`].flatMap((file) => outboundSockets(readNetwork(file), protocol)),
    )
    for (const socket of newSockets) this.#record(socket)
  }

  /** Records a query for a name at once, because its socket is closed as soon as it has an answer. */
  #recordQuery({ server, fromPort }: NameQuery): void {
    const inode = ['udp', 'udp6']
      .map((file) => inodeOfPort(readNetwork(file), fromPort))
      .find((found) => found !== undefined)
    this.#record({ protocol: 'udp', address: server, port: 53, inode: inode ?? `from ${fromPort}` })
  }

  #record({ inode, ...socket }: OutboundSocket): void {
    if (this.#knownInodes.has(inode) || this.#attempts.length >= maxAttempts) return
    this.#knownInodes.add(inode)
    const process = processWith(inode)?.command
    this.#attempts.push({ atMs: nowMs(), ...socket, ...(process !== undefined && { process }) })
  }
}

let ownWatch: OutboundWatch | undefined

/** Begins to watch the network of this process, if it has a separate network. Further calls have no effect. */
export function watchOutbound(): void {
  if (process.env[networkVariable] === 'own') ownWatch ??= new OutboundWatch(defaultRouteDevice)
}

/**
 * Returns the packets that this process and its programs sent to other machines since a moment; in the network of the
 * machine, the addresses beyond loopback on which programs began to listen.
 */
export function readNetworkUse(fromMs: number): {
  readonly leaving?: OutboundTraffic
  readonly bound?: readonly ExternalListener[]
} {
  if (ownWatch === undefined) {
    const newBindings = newListeners()
    return newBindings.length === 0 ? {} : { bound: newBindings }
  }
  const { packets, attempts } = ownWatch.since(fromMs)
  if (packets === 0 && attempts.length === 0) return {}
  return { leaving: { packets, attempts: attempts.map(withoutTime) } }
}

function withoutTime({
  protocol,
  address,
  port,
  process,
}: OutboundAttempt): OutboundTraffic['attempts'][number] {
  return { protocol, address, port, ...(process !== undefined && { process }) }
}

function readNetwork(name: string): string {
  return orFallback(() => readFileSync(`/proc/self/net/${name}`, 'utf8'), '')
}

function readCounts(device: string): OutboundCounts {
  return outboundCounts(
    { dev: readNetwork('dev'), snmp: readNetwork('snmp'), snmp6: readNetwork('snmp6') },
    device,
  )
}
