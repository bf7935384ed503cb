// A process of its own: `node main.js SOCKET DIRECTORY [DISCARD]`. It ends when its standard input does, that is with the
// command that started it, however that died; then it kills what is left and removes the run's directory.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})

const [socketPath = '', directory = '', discard] = process.argv.slice(2)
const ownerVariable = 'ORCH_CONFORMANCE_OWNER'
const groupsOf = new Map<string, Set<number>>()

// Whoever waits to hear of it may have died already; then there is all the more to do.
process.stdout.on('error', () => {})
createServer(serve).listen(socketPath, () => {
  process.stdout.write('ready\n')
  if (discard !== undefined) setImmediate(() => removeWhereAllowed(discard))
})
process.stdin.resume()
process.stdin.once('end', finish)
process.stdin.once('error', finish)

function serve(socket: Socket): void {
  let owner: string | undefined
  createInterface({ input: socket }).on('line', (line) => {
    const message = JSON.parse(line) as { owner?: string; adopt?: number; release?: number }
    if (message.owner !== undefined) {
      owner = message.owner
      if (!groupsOf.has(owner)) groupsOf.set(owner, new Set())
    }
    const groups = groupsOf.get(owner ?? '')
    if (message.adopt !== undefined) groups?.add(message.adopt)
    if (message.release !== undefined) groups?.delete(message.release)
  })
  socket.on('error', () => {})
  socket.once('close', () => {
    if (owner !== undefined) reap(owner)
  })
}

// Workers that have just lost their command may still write into it.
const lastTriesWithinMs = 20_000
const againAfterMs = 100

function finish(): void {
  for (const owner of groupsOf.keys()) reap(owner)
  removeAtLast(performance.now() + lastTriesWithinMs)
}

/** Removes the run's directory, again and again as long as somebody still writes into it; then this process ends. */
function removeAtLast(giveUpAtMs: number): void {
  if (directory !== '') removeWhereAllowed(directory)
  if (!existsSync(directory) || performance.now() > giveUpAtMs) process.exit(0)
  setTimeout(() => removeAtLast(giveUpAtMs), againAfterMs)
}

function remove(unneeded: string): void {
  rmSync(unneeded, { recursive: true, force: true, maxRetries: 3 })
}

/** What is left is told by the command. */
function removeWhereAllowed(unneeded: string): void {
  try {
    remove(unneeded)
  } catch {
    // The programs of the run still need their reaper.
  }
}

function reap(owner: string): void {
  for (const pid of [...(groupsOf.get(owner) ?? []), ...marked(owner)]) {
    try {
      process.kill(-pid, 'SIGKILL')
    } catch {
      // It has ended already, or is no group's leader.
    }
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // Likewise.
    }
  }
  groupsOf.delete(owner)
}

/** Processes whose environment carries the owner's mark; Linux only, elsewhere none are found. */
function marked(owner: string): number[] {
  const mark = `${ownerVariable}=${owner}`
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .filter((pid) => environmentOf(pid).includes(mark))
      .map(Number)
  } catch {
    return []
  }
}

function environmentOf(pid: string): string[] {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0')
  } catch {
    return []
  }
}
