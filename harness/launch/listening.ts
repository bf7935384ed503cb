import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { quietly } from '../errors.ts'

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

/**
 * The process of a program behind its command: the one below it that listens; the command's own where none does
 * yet, or where the system does not tell.
 */
export function processBehind(command: number): number {
  const below = processesBelow(command)
  const having = [command, ...below].map((pid) => ({ pid, sockets: socketsOf(pid) }))
  // The kernel takes milliseconds for its table of listeners, and a shell that prepares a start has no sockets.
  if (below.length === 0 || having.every(({ sockets }) => sockets.length === 0)) return command
  const listened = new Set(listeners().map(({ socket }) => socket))
  return having.find(({ sockets }) => sockets.some((socket) => listened.has(socket)))?.pid ?? command
}

/** The process of a command, or of one below it, that listens on a port; `undefined` where none is visible. */
export function listeningProcess(command: number): number | undefined {
  const listened = new Set(listeners().map(({ socket }) => socket))
  return [command, ...processesBelow(command)].find((pid) =>
    socketsOf(pid).some((socket) => listened.has(socket)),
  )
}

/** The processes that a process has started, and those that they have, the nearest first; Linux alone tells them. */
export function processesBelow(pid: number): number[] {
  const tasks = `/proc/${pid}/task`
  const children = quietly(() => readdirSync(tasks), []).flatMap((task) =>
    quietly(() => readFileSync(join(tasks, task, 'children'), 'utf8'), '')
      .split(' ')
      .filter((child) => child.trim() !== '')
      .map(Number),
  )
  return [...children, ...children.flatMap(processesBelow)]
}

interface Listener {
  /** As the system writes it: words of four bytes, the last byte first. */
  readonly address: string
  readonly port: number
  readonly socket: string
}

function listeners(): Listener[] {
  return ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((table) =>
    quietly(() => readFileSync(table, 'utf8'), '')
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
  const group = (pid: number): number => {
    const fields = quietly(() => readFileSync(`/proc/${pid}/stat`, 'utf8'), '')
    return Number(/^.*\) \S \d+ (\d+)/s.exec(fields)?.[1])
  }
  return quietly(() => readdirSync('/proc'), [])
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => pid === leader || group(pid) === leader)
}

// What Node hands a program as its standard streams are sockets as well, of which none listens.
const standardStreams = new Set(['0', '1', '2'])

function socketsOf(pid: number): string[] {
  const directory = `/proc/${pid}/fd`
  const names = quietly(() => readdirSync(directory), []).filter((name) => !standardStreams.has(name))
  return names.flatMap((name) => {
    const link = quietly(() => readlinkSync(join(directory, name)), '')
    return /^socket:\[(\d+)\]$/.exec(link)?.[1] ?? []
  })
}

function inHex(byte: number): string {
  return byte.toString(16).toUpperCase().padStart(2, '0')
}
