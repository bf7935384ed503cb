import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { quietly } from '../errors.ts'

// A cgroup (version 2) holds whatever comes of the processes in it: no new session, no second fork and no emptied
// environment leads out of it. It needs no controllers, only a hierarchy in which this process may make directories.

const members = 'cgroup.procs'

/** The cgroup that this process is in, as a directory; nothing where there is none, or none that could be written. */
export function ownCgroup(): string | undefined {
  const mounts = quietly(() => readFileSync('/proc/self/mountinfo', 'utf8'), '')
  const own = quietly(() => readFileSync('/proc/self/cgroup', 'utf8'), '').match(/^0::(\/.*)$/m)?.[1]
  // A hierarchy of which only a part is mounted begins elsewhere; then the path says nothing of the directory.
  const at = mounts.match(/^\S+ \S+ \S+ \/ (\S+) .* - cgroup2 /m)?.[1]
  return own === undefined || at === undefined ? undefined : join(at, own)
}

/** Makes a cgroup inside another one; nothing where that is not allowed. */
export function makeCgroup(inside: string, name: string): string | undefined {
  const path = join(inside, name)
  return quietly(() => {
    mkdirSync(path)
    return path
  }, undefined)
}

/** Takes this process, and so whatever it starts from now on, into a cgroup. */
export function enterCgroup(path: string): boolean {
  return quietly(() => {
    writeFileSync(join(path, members), '0')
    return true
  }, false)
}

/** The processes in a cgroup and in those that were made inside it. */
export function membersOf(path: string): number[] {
  const own = quietly(() => readFileSync(join(path, members), 'utf8'), '')
  const pids = own.split('\n').filter((line) => line !== '')
  return [...pids.map(Number), ...inside(path).flatMap(membersOf)]
}

/** Kills everything in a cgroup at once, also what is being forked. */
export function killCgroup(path: string): void {
  const all = join(path, 'cgroup.kill')
  if (existsSync(all)) quietly(() => writeFileSync(all, '1'), undefined)
  else for (const pid of membersOf(path)) quietly(() => process.kill(pid, 'SIGKILL'), false)
}

/** Removes a cgroup that nobody is in any longer, and what was made inside it. */
export function removeCgroup(path: string): boolean {
  for (const child of inside(path)) removeCgroup(child)
  return quietly(() => {
    rmdirSync(path)
    return true
  }, !existsSync(path))
}

function inside(path: string): string[] {
  const entries = quietly(() => readdirSync(path, { withFileTypes: true }), [])
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(path, name))
}
