import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'

const listening = '0A'
const anyAddress = ['0'.repeat(8), '0'.repeat(32)]

/**
 * Whether a program or a process of its group listens at an address of IPv4, whoever else does; undefined where none of
 * its listening can be seen, as on other systems than Linux.
 */
export function listensItself(pid: number, host: string, port: number): boolean | undefined {
  const sockets = new Set(groupOf(pid).flatMap(socketsOf))
  const own = listeners().filter(({ socket }) => sockets.has(socket))
  if (own.length === 0) return undefined
  const address = host.split('.').map(Number).map(inHex).reverse().join('')
  const meant = [...anyAddress, address, `${'0'.repeat(16)}FFFF0000${address}`]
  return own.some((each) => each.port === port && meant.includes(each.address))
}

interface Listener {
  /** As the system writes it: words of four bytes, the last byte first. */
  readonly address: string
  readonly port: number
  readonly socket: string
}

function listeners(): Listener[] {
  return ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((table) =>
    textOf(table)
      .split('\n')
      .slice(1)
      .map((line) => line.trim().split(/\s+/))
      .filter((fields) => fields[3] === listening)
      .map(({ 1: at = '', 9: socket = '' }) => {
        const [address = '', port = ''] = at.split(':')
        return { address, port: Number.parseInt(port, 16), socket }
      }),
  )
}

function groupOf(leader: number): number[] {
  const group = (pid: number): number => Number(/^.*\) \S \d+ (\d+)/s.exec(textOf(`/proc/${pid}/stat`))?.[1])
  return entriesOf('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => pid === leader || group(pid) === leader)
}

function socketsOf(pid: number): string[] {
  const directory = `/proc/${pid}/fd`
  return entriesOf(directory).flatMap((name) => {
    try {
      return /^socket:\[(\d+)\]$/.exec(readlinkSync(join(directory, name)))?.[1] ?? []
    } catch {
      // It was closed meanwhile.
      return []
    }
  })
}

function inHex(byte: number): string {
  return byte.toString(16).toUpperCase().padStart(2, '0')
}

function entriesOf(directory: string): string[] {
  try {
    return readdirSync(directory)
  } catch {
    return []
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
