// A separate process: `node main.js SOCKET DIRECTORY CGROUP [DISCARD]`. The command makes the directory and the cgroup
// only after its start, and then writes the path of the cgroup as a line, empty if it could not make the cgroup. The
// process ends when its standard input ends, that is with the command, however the command died; then it kills the
// remaining processes and removes the run's directory.
import { existsSync, rmSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { join } from 'node:path'
import { killCgroup, membersOf, removeCgroup } from './cgroup.ts'
import { allProcesses, killTree, variableOf, isWorkingBelow } from './processes.ts'

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})

const [socketPath = '', directory = '', plannedCgroup = '', discard] = process.argv.slice(2)
let cgroup = plannedCgroup
const ownerVariable = 'ORCH_CONFORMANCE_OWNER'
const socketVariable = 'ORCH_CONFORMANCE_REAPER'
const groupsByOwner = new Map<string, Set<number>>()
/** Marks of starts whose programs ended, and whose remaining processes have not been searched for yet. */
const releasedMarks = new Set<string>()
let sweepTimer: NodeJS.Timeout | undefined

// The receiver may have died already, and the cleanup must go on.
process.stdout.on('error', () => {})
process.stdin.setEncoding('utf8').once('data', (line: string) => {
  cgroup = line.trim()
  createServer(serve).listen(socketPath, () => {
    process.stdout.write('ready\n')
    if (discard !== undefined) setImmediate(() => removeIfPermitted(discard))
  })
})
process.stdin.once('end', finish)
process.stdin.once('error', finish)

interface Message {
  readonly owner?: string
  readonly adopt?: number
  readonly release?: number
  readonly mark?: string
}

function serve(socket: Socket): void {
  let owner: string | undefined
  createInterface({ input: socket }).on('line', (line) => {
    const message = JSON.parse(line) as Message
    if (message.owner !== undefined) {
      owner = message.owner
      if (!groupsByOwner.has(owner)) groupsByOwner.set(owner, new Set())
    }
    const groups = groupsByOwner.get(owner ?? '')
    if (message.adopt !== undefined) groups?.add(message.adopt)
    if (message.release === undefined) return
    groups?.delete(message.release)
    if (message.mark !== undefined) scheduleSweep(message.mark)
  })
  socket.on('error', () => {})
  socket.once('close', () => {
    if (owner !== undefined) reap(owner)
  })
}

// Delay of a sweep after the end of a program. Reading all processes takes a few milliseconds, so several programs
// share one sweep.
const sweepAfterMs = 1_000

function scheduleSweep(mark: string): void {
  releasedMarks.add(mark)
  sweepTimer ??= setTimeout(() => {
    sweepTimer = undefined
    const marks = new Set(releasedMarks)
    releasedMarks.clear()
    killAll(() => candidates().filter((pid) => marks.has(variableOf(pid, ownerVariable) ?? '')))
  }, sweepAfterMs)
}

/**
 * Returns processes that may be programs of the run: the processes in its cgroup, or all processes if it has no cgroup.
 */
function candidates(): number[] {
  return cgroup === '' ? allProcesses() : membersOf(cgroup)
}

// Time for further attempts to remove a directory: workers that have just lost their command may still write into it.
const lastTriesWithinMs = 20_000
const retryAfterMs = 100

function finish(): void {
  clearTimeout(sweepTimer)
  for (const owner of groupsByOwner.keys()) reap(owner)
  // A worker that still loads has no cgroup, has reported nothing, and would make the directory again.
  killAll(() => allProcesses().filter((pid) => variableOf(pid, socketVariable) === socketPath))
  // A process that cleared its environment is still in its directory; a cgroup holds it in any directory.
  if (cgroup !== '') killCgroup(cgroup)
  if (directory !== '') killAll(() => allProcesses().filter((pid) => isWorkingBelow(pid, directory)))
  removeRunDirectory(performance.now() + lastTriesWithinMs)
}

/** Removes the run's directory, with retries as long as a process still writes into it; then this process ends. */
function removeRunDirectory(giveUpAtMs: number): void {
  if (directory !== '') removeIfPermitted(directory)
  const isGone = !existsSync(directory) && (cgroup === '' || removeCgroup(cgroup))
  if (isGone || performance.now() > giveUpAtMs) process.exit(0)
  setTimeout(() => removeRunDirectory(giveUpAtMs), retryAfterMs / 4)
}

function remove(unneeded: string): void {
  rmSync(unneeded, { recursive: true, force: true, maxRetries: 3 })
}

/** Removes a directory if the system permits it. The command reports leftovers. */
function removeIfPermitted(unneeded: string): void {
  try {
    remove(unneeded)
  } catch {
    // The programs of the run still need their reaper.
  }
}

function reap(owner: string): void {
  for (const pid of groupsByOwner.get(owner) ?? []) killTree(pid)
  groupsByOwner.delete(owner)
  if (cgroup !== '') {
    const ownerGroup = join(cgroup, owner)
    killCgroup(ownerGroup)
    removeCgroup(ownerGroup)
  }
  killAll(() => allProcesses().filter((pid) => variableOf(pid, ownerVariable)?.split('/')[0] === owner))
}

// Maximum number of passes over the processes. The next pass finds a process that forked while it was killed.
const maxScans = 50

function killAll(find: () => readonly number[]): void {
  for (let scans = 0; scans < maxScans; scans++) {
    const foundPids = find().filter((pid) => pid !== process.pid)
    if (foundPids.length === 0) return
    for (const pid of foundPids) killTree(pid)
  }
}
