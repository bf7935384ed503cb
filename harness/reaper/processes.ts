import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { orFallback } from '../errors.ts'

/** Returns all processes visible to this one; Linux only, empty elsewhere. */
export function allProcesses(): number[] {
  return orFallback(() => readdirSync('/proc'), [])
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
}

/**
 * Returns the value of a variable at the start of a process; `undefined` if the process had no such variable, or may
 * not be read.
 */
export function variableOf(pid: number, name: string): string | undefined {
  const environment = orFallback(() => readFileSync(`/proc/${pid}/environ`, 'utf8'), '')
  const prefix = `${name}=`
  return environment
    .split('\0')
    .find((entry) => entry.startsWith(prefix))
    ?.slice(prefix.length)
}

/** Reports whether the working directory of a process is a directory or below it. */
export function isWorkingBelow(pid: number, directory: string): boolean {
  const workingDirectory = orFallback(() => readlinkSync(`/proc/${pid}/cwd`), '')
  return workingDirectory === directory || workingDirectory.startsWith(`${directory}/`)
}

/** Kills a process and, if the process leads a group, the group. */
export function killTree(pid: number): void {
  for (const id of [-pid, pid]) orFallback(() => process.kill(id, 'SIGKILL'), false)
}

/**
 * Returns the living processes of a start: by the mark in the environment, the process group, or the working directory.
 */
export function processesOfStart(start: { pid: number; mark: string; directory: string }): string[] {
  return allProcesses().flatMap((pid) => {
    if (pid === process.pid || isZombie(pid)) return []
    const isOfStart =
      groupOf(pid) === start.pid ||
      variableOf(pid, 'ORCH_CONFORMANCE_OWNER') === start.mark ||
      isWorkingBelow(pid, start.directory)
    return isOfStart ? [`${pid} ${commandOf(pid)}`] : []
  })
}

function commandOf(pid: number): string {
  return orFallback(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8'), '')
    .split('\0')
    .join(' ')
    .trim()
}

/** Returns the fields of a process's state after its name, which may contain spaces. */
function stateOf(pid: number): string[] {
  const statText = orFallback(() => readFileSync(`/proc/${pid}/stat`, 'utf8'), '')
  return statText.slice(statText.lastIndexOf(')') + 2).split(' ')
}

function isZombie(pid: number): boolean {
  return stateOf(pid)[0] === 'Z'
}

function groupOf(pid: number): number {
  return Number(stateOf(pid)[2])
}
