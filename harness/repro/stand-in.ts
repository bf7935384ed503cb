// Stand-in for a program that a user starts: `stand-in.js DIRECTORY`. Prints the output of the program, forwards
// signals to it, and ends with the same result.
import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'

const [directory = ''] = process.argv.slice(2)
const pollIntervalMs = 50
const forwardedSignals = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT', 'SIGUSR1', 'SIGUSR2'] as const

writeFileSync(join(directory, 'stand-in'), String(process.pid))
for (const signal of forwardedSignals) process.on(signal, () => forwardSignal(signal))

const streams = [
  { file: join(directory, 'stdout.txt'), to: process.stdout, at: 0 },
  { file: join(directory, 'stderr.txt'), to: process.stderr, at: 0 },
]

const pollTimer = setInterval(() => {
  for (const stream of streams) forward(stream)
  const exit = readText('exit')
  if (exit !== undefined) exitWith(Number(exit))
}, pollIntervalMs)

function forward(stream: (typeof streams)[number]): void {
  if (!existsSync(stream.file)) return
  const file = openSync(stream.file, 'r')
  const chunk = Buffer.alloc(64 * 1024)
  for (;;) {
    const length = readSync(file, chunk, 0, chunk.length, stream.at)
    if (length === 0) break
    stream.at += length
    stream.to.write(Buffer.from(chunk.subarray(0, length)))
  }
  closeSync(file)
}

function exitWith(code: number): void {
  clearInterval(pollTimer)
  const [signal] = Object.entries(constants.signals).find(([, number]) => number === code - 128) ?? []
  if (signal === undefined) {
    process.exitCode = code
    return
  }
  for (const name of forwardedSignals) process.removeAllListeners(name)
  process.kill(process.pid, signal as NodeJS.Signals)
}

function forwardSignal(signal: NodeJS.Signals): void {
  const pid = Number(readText('pid'))
  if (!(pid > 0)) return process.exit(constants.signals[signal] + 128)
  try {
    process.kill(programBelow(pid), signal)
  } catch {
    // The process has ended already.
  }
}

/** Skips a debugger: the program is the process below it with the program's last argument. */
function programBelow(pid: number): number {
  const lastArgument = readText('last-argument') ?? ''
  const matchingPids = descendants(pid).filter((one) => commandOf(one).at(-1) === lastArgument)
  return matchingPids.at(-1) ?? pid
}

function descendants(pid: number): number[] {
  const parents = new Map<number, number>()
  try {
    for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry)))
      parents.set(
        Number(name),
        Number(/^.*\) \S (\d+)/s.exec(readFileSync(`/proc/${name}/stat`, 'utf8'))?.[1]),
      )
  } catch {
    // A process ended meanwhile, or the system does not report processes.
  }
  const childPids = (one: number): number[] =>
    [...parents].flatMap(([child, parent]) => (parent === one ? [child, ...childPids(child)] : []))
  return childPids(pid)
}

function commandOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replace(/\0$/, '').split('\0')
  } catch {
    return []
  }
}

function readText(name: string): string | undefined {
  const file = join(directory, name)
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined
}
