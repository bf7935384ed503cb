import { readdirSync, readFileSync, readlinkSync, statfsSync } from 'node:fs'
import { totalmem } from 'node:os'
import { orFallback } from '../errors.ts'

const cgroupRoot = '/sys/fs/cgroup'

/** Remaining and total amount of a resource. */
export interface RemainingSupply {
  readonly remaining: number
  readonly total: number
}

/**
 * Returns the number of files that a program may open, and the number of further files that this machine may have open;
 * `undefined` if the system does not report them.
 */
export function openFiles(): { readonly program: number; readonly machine: RemainingSupply } | undefined {
  const [, soft] = /^Max open files\s+(\S+)/m.exec(readText('/proc/self/limits')) ?? []
  const [used, , most] = readText('/proc/sys/fs/file-nr').split(/\s+/).map(Number)
  if (soft === undefined || used === undefined || most === undefined) return undefined
  const program = soft === 'unlimited' ? Infinity : Number(soft)
  return { program, machine: { remaining: most - used, total: most } }
}

/**
 * Returns how many more inotify instances and watches this user may have; undefined if the system does not report them.
 */
export function fileWatches():
  | { readonly instances: RemainingSupply; readonly watches: RemainingSupply }
  | undefined {
  const [instances, watches] = ['max_user_instances', 'max_user_watches'].map((name) =>
    Number(readText(`/proc/sys/fs/inotify/${name}`)),
  )
  if (!instances || !watches) return undefined
  const ownInotify = processes().flatMap(inotifyOf)
  const watchCount = ownInotify.reduce((all, { watches: instanceWatches }) => all + instanceWatches, 0)
  return {
    instances: { remaining: instances - ownInotify.length, total: instances },
    watches: { remaining: watches - watchCount, total: watches },
  }
}

/** Returns the free bytes of the file system of a directory; undefined if it cannot be read. */
export function freeSpace(directory: string): number | undefined {
  return orFallback(() => {
    const { bavail, bsize } = statfsSync(directory)
    return bavail * bsize
  }, undefined)
}

/**
 * Returns the bytes of memory left to this process, within the limit of its container. Memory that only caches files is
 * free.
 */
export function freeMemory(): number {
  const isContained = process.constrainedMemory() < totalmem()
  const cacheMatches = isContained
    ? [...readText(`${cgroupRoot}/memory.stat`).matchAll(/^(?:in)?active_file (\d+)/gm)]
    : []
  return process.availableMemory() + cacheMatches.reduce((all, [, bytes]) => all + Number(bytes), 0)
}

/** Returns the number of processes that the system has ended for lack of memory. */
export function outOfMemoryKills(): number {
  const killCounts = ['/proc/vmstat', `${cgroupRoot}/memory.events`].map((file) =>
    Number(/^oom_kill (\d+)/m.exec(readText(file))?.[1] ?? 0),
  )
  return killCounts.reduce((all, some) => all + some, 0)
}

function readText(file: string): string {
  return orFallback(() => readFileSync(file, 'utf8'), '')
}

function processes(): string[] {
  return orFallback(() => readdirSync('/proc'), []).filter((name) => /^\d+$/.test(name))
}

/**
 * Returns the inotify instances of a process. Instances of other users cannot be read, and count towards the limits of
 * these users.
 */
function inotifyOf(pid: string): { readonly watches: number }[] {
  const files = orFallback(() => readdirSync(`/proc/${pid}/fd`), [])
  return files
    .filter((file) => orFallback(() => readlinkSync(`/proc/${pid}/fd/${file}`), '').endsWith('inotify'))
    .map((file) => ({ watches: readText(`/proc/${pid}/fdinfo/${file}`).match(/^inotify /gm)?.length ?? 0 }))
}
