import { readdirSync, readFileSync, readlinkSync, statfsSync } from 'node:fs'
import { totalmem } from 'node:os'
import { quietly } from '../errors.ts'

const cgroup = '/sys/fs/cgroup'

/** How much of something a machine has left, and what it has in all. */
export interface Left {
  readonly left: number
  readonly of: number
}

/** How many files a program may open, and how many more this machine may have open; nothing where it does not tell. */
export function openFiles(): { readonly program: number; readonly machine: Left } | undefined {
  const [, soft] = /^Max open files\s+(\S+)/m.exec(read('/proc/self/limits')) ?? []
  const [used, , most] = read('/proc/sys/fs/file-nr').split(/\s+/).map(Number)
  if (soft === undefined || used === undefined || most === undefined) return undefined
  const program = soft === 'unlimited' ? Infinity : Number(soft)
  return { program, machine: { left: most - used, of: most } }
}

/** How many more programs of this user may follow files (inotify), and how many files; nothing where it does not tell. */
export function fileWatches(): { readonly instances: Left; readonly watches: Left } | undefined {
  const [instances, watches] = ['max_user_instances', 'max_user_watches'].map((name) =>
    Number(read(`/proc/sys/fs/inotify/${name}`)),
  )
  if (!instances || !watches) return undefined
  const own = processes().flatMap(inotifyOf)
  const watched = own.reduce((all, { watches: some }) => all + some, 0)
  return {
    instances: { left: instances - own.length, of: instances },
    watches: { left: watches - watched, of: watches },
  }
}

/** The free bytes of the file system of a directory; nothing where it cannot be asked. */
export function freeSpace(directory: string): number | undefined {
  return quietly(() => {
    const { bavail, bsize } = statfsSync(directory)
    return bavail * bsize
  }, undefined)
}

/** The bytes of memory that are left to this process, by its container too; what only keeps files at hand counts as free. */
export function freeMemory(): number {
  const isContained = process.constrainedMemory() < totalmem()
  const kept = isContained ? [...read(`${cgroup}/memory.stat`).matchAll(/^(?:in)?active_file (\d+)/gm)] : []
  return process.availableMemory() + kept.reduce((all, [, bytes]) => all + Number(bytes), 0)
}

/** How many processes the system has ended because no memory was left. */
export function endedForMemory(): number {
  const counts = ['/proc/vmstat', `${cgroup}/memory.events`].map((file) =>
    Number(/^oom_kill (\d+)/m.exec(read(file))?.[1] ?? 0),
  )
  return counts.reduce((all, some) => all + some, 0)
}

function read(file: string): string {
  return quietly(() => readFileSync(file, 'utf8'), '')
}

function processes(): string[] {
  return quietly(() => readdirSync('/proc'), []).filter((name) => /^\d+$/.test(name))
}

/** What a process follows files by; those of other users cannot be looked at, and count for these. */
function inotifyOf(pid: string): { readonly watches: number }[] {
  const files = quietly(() => readdirSync(`/proc/${pid}/fd`), [])
  return files
    .filter((file) => quietly(() => readlinkSync(`/proc/${pid}/fd/${file}`), '').endsWith('inotify'))
    .map((file) => ({ watches: read(`/proc/${pid}/fdinfo/${file}`).match(/^inotify /gm)?.length ?? 0 }))
}
