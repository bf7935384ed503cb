/** A socket that a process connects to another machine. */
export interface OutboundSocket {
  readonly protocol: 'tcp' | 'udp'
  readonly address: string
  readonly port: number
  /** Identifies the socket in the folders of its process. */
  readonly inode: string
}

// States of `/proc/net/tcp`: a connection that waits for the first response, and a listener.
const synSentState = '02'
const listeningState = '0A'

/** A socket that accepts connections from other machines. */
export interface ListeningSocket {
  readonly address: string
  readonly port: number
  readonly inode: string
}

/** Returns the sockets of `/proc/net/tcp` that listen beyond the loopback interface. */
export function listeningSockets(text: string): readonly ListeningSocket[] {
  return linesOf(text).flatMap(({ local, state, inode }) => {
    const { address, port } = local
    return state !== listeningState || address === undefined || isLoopback(address)
      ? []
      : [{ address, port, inode }]
  })
}

/** Returns the sockets of `/proc/net/tcp`, `/proc/net/udp` and similar files that lead to other machines. */
export function outboundSockets(
  text: string,
  protocol: OutboundSocket['protocol'],
): readonly OutboundSocket[] {
  return linesOf(text).flatMap(({ remote, state, inode }) => {
    const { address, port } = remote
    const isOtherMachine = address !== undefined && !isLoopback(address) && !isUnspecified(address)
    return isOtherMachine && (protocol === 'udp' || state === synSentState)
      ? [{ protocol, address, port, inode }]
      : []
  })
}

/** Returns the inode of the socket of `/proc/net/udp` with a local port. */
export function inodeOfPort(text: string, port: number): string | undefined {
  return linesOf(text).find(({ local }) => local.port === port)?.inode
}

interface SocketAddress {
  readonly address: string | undefined
  readonly port: number
}

interface SocketLine {
  readonly local: SocketAddress
  readonly remote: SocketAddress
  readonly state: string
  readonly inode: string
}

function linesOf(text: string): readonly SocketLine[] {
  return text
    .split('\n')
    .slice(1)
    .map((line) => {
      const [, local = '', remote = '', state = '', , , , , , inode = ''] = line.trim().split(/\s+/)
      return { local: socketAddressOf(local), remote: socketAddressOf(remote), state, inode }
    })
}

function socketAddressOf(text: string): SocketAddress {
  const [host = '', port = ''] = text.split(':')
  return { address: addressOf(host), port: Number.parseInt(port, 16) }
}

/** Returns the address that the system writes as hexadecimal words, each in the order of the processor. */
function addressOf(hex: string): string | undefined {
  if (!/^(?:[\dA-F]{8}|[\dA-F]{32})$/.test(hex)) return undefined
  const bytes = (hex.match(/.{8}/g) ?? []).flatMap((word) => [...Buffer.from(word, 'hex').reverse()])
  if (bytes.length === 4) return bytes.join('.')
  const isMapped = bytes.slice(0, 10).every((byte) => byte === 0) && bytes[10] === 255 && bytes[11] === 255
  if (isMapped) return bytes.slice(12).join('.')
  const groups = Array.from({ length: 8 }, (_, index) =>
    (((bytes[2 * index] ?? 0) << 8) | (bytes[2 * index + 1] ?? 0)).toString(16),
  )
  return groups.join(':')
}

function isLoopback(address: string): boolean {
  return address.startsWith('127.') || address === '0:0:0:0:0:0:0:1'
}

function isUnspecified(address: string): boolean {
  return address === '0.0.0.0' || address === '0:0:0:0:0:0:0:0'
}

/** Numbers of packets that a network could not deliver, because they were for other machines. */
export interface OutboundCounts {
  /** Packets that went to the default route. */
  readonly packets: number
  /** Packets without any route. */
  readonly unrouted: number
}

// Column of `/proc/net/dev`, after eight columns about received data and the column of sent bytes.
const sentPacketsColumn = 9

/** Reads the counts from the texts of `/proc/net`. */
export function outboundCounts(
  files: { readonly dev: string; readonly snmp: string; readonly snmp6: string },
  device: string,
): OutboundCounts {
  const line = files.dev.split('\n').find((one) => one.trim().startsWith(`${device}:`))
  const sentCount = Number(line?.split(':')[1]?.trim().split(/\s+/)[sentPacketsColumn] ?? 0)
  const [names = [], values = []] = files.snmp
    .split('\n')
    .filter((one) => one.startsWith('Ip:'))
    .map((one) => one.split(/\s+/))
  const ipv4Count = Number(values[names.indexOf('OutNoRoutes')] ?? 0)
  const ipv6Count = Number(/^Ip6OutNoRoutes\s+(\d+)/m.exec(files.snmp6)?.[1] ?? 0)
  return { packets: sentCount, unrouted: ipv4Count + ipv6Count }
}
