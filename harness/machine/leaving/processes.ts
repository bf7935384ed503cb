import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { orFallback } from '../../errors.ts'

/** The process that has a socket. */
export interface SocketProcess {
  readonly pid: number
  /** The beginning of the process's command line. */
  readonly command: string
}

/** Returns the process that has a socket; `undefined` if the process has ended, or may not be read. */
export function processWith(inode: string): SocketProcess | undefined {
  const socket = `socket:[${inode}]`
  for (const pid of orFallback(() => readdirSync('/proc'), []).filter((name) => /^\d+$/.test(name))) {
    const files = orFallback(() => readdirSync(`/proc/${pid}/fd`), [])
    const hasSocket = (file: string): boolean =>
      orFallback(() => readlinkSync(`/proc/${pid}/fd/${file}`), '') === socket
    if (!files.some(hasSocket)) continue
    const words = orFallback(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8'), '').split('\0')
    return { pid: Number(pid), command: words.slice(0, 2).join(' ').trim() }
  }
  return undefined
}
