import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { orFallback } from '#harness/errors.ts'
import { ownCgroup } from '#harness/reaper/cgroup.ts'

/** Returns the names of the temporary directories of runs. A cgroup of a run has the same name. */
export function workspacesIn(temporary: string): readonly string[] {
  return readdirSync(temporary).filter((name) => name.startsWith('orch-conformance-'))
}

/**
 * Returns everything that a killed command left: processes, mounts, kept namespaces, cgroups, and files outside its
 * output folder.
 * @param temporary directory of the temporary files of the command, in which `out` is its output folder
 * @param workspaces temporary directories that the command had
 */
export function leftovers(temporary: string, workspaces: ReadonlySet<string>): readonly string[] {
  const mounts = orFallback(() => readFileSync('/proc/self/mountinfo', 'utf8'), '').split('\n')
  const cgroup = ownCgroup()
  return [
    ...processesWith(temporary).map((pid) => `process ${pid} ${commandOf(pid)}`),
    // A namespace without a process lives on only if it is mounted.
    ...mounts.filter((line) => line.includes(temporary)).map((line) => `mount ${line}`),
    ...[...workspaces]
      .filter((name) => cgroup !== undefined && existsSync(join(cgroup, name)))
      .map((name) => `cgroup ${name}`),
    ...readdirSync(temporary)
      .filter((name) => !isExpectedFile(name))
      .map((name) => `file ${name}`),
    ...orFallback(() => readdirSync(join(temporary, 'home')), []).map((name) => `file home/${name}`),
  ]
}

// Reports whether a file may remain. Node.js keeps a cache of compiled code in the directory of temporary files.
function isExpectedFile(name: string): boolean {
  return name.startsWith('out') || name === 'home' || name.startsWith('node-')
}

/** Returns the processes that were started with the directory in their environment. */
function processesWith(directory: string): readonly string[] {
  return orFallback(() => readdirSync('/proc'), []).filter(
    (pid) =>
      /^\d+$/.test(pid) &&
      Number(pid) !== process.pid &&
      orFallback(() => readFileSync(`/proc/${pid}/environ`, 'utf8').includes(directory), false),
  )
}

function commandOf(pid: string): string {
  return orFallback(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8'), '')
    .split('\0')
    .join(' ')
    .slice(0, 200)
}
