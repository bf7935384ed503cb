import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { orFallback } from '../errors.ts'

// A cgroup (version 2) holds all descendants of the processes in it: no new session, no second fork and no emptied
// environment leads out of it. A cgroup needs no controllers, only a hierarchy in which this process may make
// directories.

const membersFile = 'cgroup.procs'

/** Returns the directory of the cgroup of this process; `undefined` if there is no writable cgroup. */
export function ownCgroup(): string | undefined {
  const mounts = orFallback(() => readFileSync('/proc/self/mountinfo', 'utf8'), '')
  const ownPath = orFallback(() => readFileSync('/proc/self/cgroup', 'utf8'), '').match(/^0::(\/.*)$/m)?.[1]
  // A mount of only a part of the hierarchy begins at another cgroup, so the path does not give the directory.
  const mountPoint = mounts.match(/^\S+ \S+ \S+ \/ (\S+) .* - cgroup2 /m)?.[1]
  return ownPath === undefined || mountPoint === undefined ? undefined : join(mountPoint, ownPath)
}

/** Makes a cgroup inside a cgroup; undefined if that is not allowed. */
export function makeCgroup(inside: string, name: string): string | undefined {
  const path = join(inside, name)
  return orFallback(() => {
    mkdirSync(path)
    return path
  }, undefined)
}

/** Moves this process, and so all processes that it starts from now on, into a cgroup. */
export function enterCgroup(path: string): boolean {
  return orFallback(() => {
    writeFileSync(join(path, membersFile), '0')
    return true
  }, false)
}

/** Returns the processes in a cgroup and in its descendants. */
export function membersOf(path: string): number[] {
  const ownMembers = orFallback(() => readFileSync(join(path, membersFile), 'utf8'), '')
  const pids = ownMembers.split('\n').filter((line) => line !== '')
  return [...pids.map(Number), ...subgroupsOf(path).flatMap(membersOf)]
}

/** Kills everything in a cgroup at once, including processes that are being forked. */
export function killCgroup(path: string): void {
  const killFile = join(path, 'cgroup.kill')
  if (existsSync(killFile)) orFallback(() => writeFileSync(killFile, '1'), undefined)
  else for (const pid of membersOf(path)) orFallback(() => process.kill(pid, 'SIGKILL'), false)
}

/** Removes an empty cgroup with its descendants. */
export function removeCgroup(path: string): boolean {
  for (const child of subgroupsOf(path)) removeCgroup(child)
  return orFallback(() => {
    rmdirSync(path)
    return true
  }, !existsSync(path))
}

function subgroupsOf(path: string): string[] {
  const entries = orFallback(() => readdirSync(path, { withFileTypes: true }), [])
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(path, name))
}
