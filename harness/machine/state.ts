import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { orFallback } from '../errors.ts'

/** State of a machine that programs running as root may change, as lines by subject. */
export type HostState = Readonly<Record<string, readonly string[]>>

// Kernel settings that node agents are known to write.
const settings = [
  'vm/overcommit_memory',
  'vm/panic_on_oom',
  'kernel/panic',
  'kernel/panic_on_oops',
  'kernel/keys/root_maxkeys',
  'kernel/keys/root_maxbytes',
]
const directories = ['/var/lib', '/var/log', '/run', '/etc', '/usr/libexec']
const cgroupRoot = '/sys/fs/cgroup'
// Directories of concurrent runs, which come and go with them.
const runPathPattern = /\/orch-conformance-[^/]*(?:\/|$)/
// Maximum depth of listed control groups. Deeper groups belong to the tree of a listed group.
const maxCgroupDepth = 2

/** Returns the present state of the machine, as far as this process may read it. */
export function hostState(): HostState {
  return {
    mounts: readLines('/proc/self/mounts'),
    settings: settings.map((name) => `${name}=${readLines(join('/proc/sys', name)).join()}`),
    swap: readLines('/proc/swaps').map((line) => line.split(/\s+/)[0] ?? ''),
    cgroups: directoriesIn(cgroupRoot, maxCgroupDepth).filter((path) => !runPathPattern.test(path)),
    files: directories.flatMap((directory) => entriesOf(directory).map(({ name }) => join(directory, name))),
  }
}

/** Returns the differences of the second state, in words; empty if both are equal. */
export function hostDifferences(before: HostState, after: HostState): string[] {
  return Object.keys(after).flatMap((kind) => {
    const [oldLines, newLines] = [before[kind] ?? [], after[kind] ?? []]
    return [
      ...newLines.filter((line) => !oldLines.includes(line)).map((line) => `${kind}: ${line} is new`),
      ...oldLines.filter((line) => !newLines.includes(line)).map((line) => `${kind}: ${line} is gone`),
    ]
  })
}

function readLines(path: string): string[] {
  return orFallback(() => readFileSync(path, 'utf8').split('\n').filter(Boolean), [])
}

function entriesOf(directory: string) {
  return orFallback(() => readdirSync(directory, { withFileTypes: true }), [])
}

function directoriesIn(directory: string, depth: number): string[] {
  if (depth === 0) return []
  return entriesOf(directory)
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(directory, name))
    .flatMap((path) => [path, ...directoriesIn(path, depth - 1)])
}
