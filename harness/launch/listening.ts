import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { orFallback } from '../errors.ts'

const listeningState = '0A'
const anyAddresses = ['0'.repeat(8), '0'.repeat(32)]

/**
 * Reports whether a program or a process of its group listens at an IPv4 address, regardless of other listeners;
 * `undefined` if no listening socket of these processes is visible, as on systems other than Linux.
 */
export function isListeningItself(pid: number, host: string, port: number): boolean | undefined {
  const sockets = new Set(groupOf(pid).flatMap(socketsOf))
  const ownListeners = listeners().filter(({ socket }) => sockets.has(socket))
  if (ownListeners.length === 0) return undefined
  const address = host.split('.').map(Number).map(toHex).reverse().join('')
  const acceptedAddresses = [...anyAddresses, address, `${'0'.repeat(16)}FFFF0000${address}`]
  return ownListeners.some((each) => each.port === port && acceptedAddresses.includes(each.address))
}

/**
 * Returns the process behind the command of a program: the listening process among its descendants, or the command
 * itself if no descendant listens yet or the system reports no listeners.
 */
export function servingProcess(command: number): number {
  const descendantPids = processesBelow(command)
  const socketsByProcess = [command, ...descendantPids].map((pid) => ({ pid, sockets: socketsOf(pid) }))
  // The kernel takes milliseconds for its table of listeners, so skip it for a shell that prepares a start and has no
  // sockets.
  if (descendantPids.length === 0 || socketsByProcess.every(({ sockets }) => sockets.length === 0))
    return command
  const listeningSockets = new Set(listeners().map(({ socket }) => socket))
  return (
    socketsByProcess.find(({ sockets }) => sockets.some((socket) => listeningSockets.has(socket)))?.pid ??
    command
  )
}

/**
 * Returns the process of a command, or a process below it, that listens on a port; `undefined` if no such process is
 * visible.
 */
export function listeningProcess(command: number): number | undefined {
  const listeningSockets = new Set(listeners().map(({ socket }) => socket))
  return [command, ...processesBelow(command)].find((pid) =>
    socketsOf(pid).some((socket) => listeningSockets.has(socket)),
  )
}

/** Returns the child processes of a process and their descendants, the nearest first. Linux only. */
export function processesBelow(pid: number): number[] {
  const taskFolder = `/proc/${pid}/task`
  const children = orFallback(() => readdirSync(taskFolder), []).flatMap((task) =>
    orFallback(() => readFileSync(join(taskFolder, task, 'children'), 'utf8'), '')
      .split(' ')
      .filter((child) => child.trim() !== '')
      .map(Number),
  )
  return [...children, ...children.flatMap(processesBelow)]
}

interface Listener {
  /** Address in the notation of the system: words of four bytes, the last byte first. */
  readonly address: string
  readonly port: number
  readonly socket: string
}

function listeners(): Listener[] {
  return ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((table) =>
    orFallback(() => readFileSync(table, 'utf8'), '')
      .split('\n')
      .slice(1)
      .map((line) => line.trim().split(/\s+/))
      .filter((fields) => fields[3] === listeningState)
      .map(({ 1: at = '', 9: socket = '' }) => {
        const [address = '', port = ''] = at.split(':')
        return { address, port: Number.parseInt(port, 16), socket }
      }),
  )
}

function groupOf(leader: number): number[] {
  const groupIdOf = (pid: number): number => {
    const fields = orFallback(() => readFileSync(`/proc/${pid}/stat`, 'utf8'), '')
    return Number(/^.*\) \S \d+ (\d+)/s.exec(fields)?.[1])
  }
  return orFallback(() => readdirSync('/proc'), [])
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => pid === leader || groupIdOf(pid) === leader)
}

// The standard streams that Node gives a program are sockets as well, and none of them listens.
const standardStreams = new Set(['0', '1', '2'])

function socketsOf(pid: number): string[] {
  const directory = `/proc/${pid}/fd`
  const names = orFallback(() => readdirSync(directory), []).filter((name) => !standardStreams.has(name))
  return names.flatMap((name) => {
    const linkTarget = orFallback(() => readlinkSync(join(directory, name)), '')
    return /^socket:\[(\d+)\]$/.exec(linkTarget)?.[1] ?? []
  })
}

function toHex(byte: number): string {
  return byte.toString(16).toUpperCase().padStart(2, '0')
}
