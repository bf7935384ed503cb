import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { HarnessError } from '../errors.ts'
import { hasAbility, hostAbilities } from '../machine/abilities.ts'

/** A program that records packets, because Node cannot record them. */
interface CaptureTool {
  readonly name: string
  /** Arguments that record the loopback interface into a file in the pcap format. */
  readonly args: (file: string) => readonly string[]
  /** Matches the line on standard error that the tool prints once it records. */
  readonly startPattern: RegExp
  /** Time until the tool has read a packet, in milliseconds. It loses packets that it has not read when it ends. */
  readonly readsAfterMs: number
}

const tools: readonly CaptureTool[] = [
  {
    name: 'tcpdump',
    // tcpdump writes each packet at once, and stays root, since the directory of the file may be private.
    args: (file) => ['-i', 'lo', '--immediate-mode', '-U', '-n', '-Z', 'root', '-w', file],
    startPattern: /^tcpdump: listening on/m,
    readsAfterMs: 0,
  },
  {
    name: 'dumpcap',
    args: (file) => ['-i', 'lo', '-P', '-q', '-w', file],
    startPattern: /^File: /m,
    // Four of the 250 ms for which dumpcap waits for further packets.
    readsAfterMs: 1_000,
  },
]

/** Returns the file with the TLS keys of a capture, in the format of SSLKEYLOGFILE. */
export function keysOf(capture: string): string {
  return `${capture}.keys`
}

/**
 * Throws a `config-fault` with the next step unless this machine can record the packets of one check.
 */
export function requireCapture(): void {
  const captureFault = (lacks: string, next: string): HarnessError =>
    new HarnessError('config-fault', `--pcap: this machine lacks ${lacks}. ${next}`)
  if (!hasAbility('network-namespace'))
    throw captureFault(
      hostAbilities['network-namespace'],
      'Without one, the packets of other programs are recorded, too. Run as root with iproute2.',
    )
  if (findTool() === undefined)
    throw captureFault('tcpdump and dumpcap', 'Install one of them (Debian: apt-get install tcpdump).')
}

function findTool(): CaptureTool | undefined {
  return tools.find(({ name }) => spawnSync(name, ['--version'], { stdio: 'ignore' }).status === 0)
}

let currentCapture:
  | { readonly tool: CaptureTool; readonly process: ChildProcess; readonly ended: Promise<void> }
  | undefined
// Time limit for the start of a tool on a busy machine.
const beginsWithinMs = 30_000

/** Begins to record the loopback interface of this process into a file. A second call has no effect. */
export async function beginCapture(file: string): Promise<void> {
  if (currentCapture !== undefined) return
  const tool = findTool()
  if (tool === undefined) return requireCapture()
  // Packets without TLS contain tokens, so only the user may read the file. A tool keeps the permissions of an existing
  // file.
  rmSync(file, { force: true })
  writeFileSync(file, '', { mode: 0o600 })
  const child = spawn(tool.name, tool.args(file), { stdio: ['ignore', 'ignore', 'pipe'] })
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()))
  currentCapture = { tool, process: child, ended: closed }
  process.once('exit', () => child.kill('SIGKILL'))
  let output = ''
  await new Promise<void>((resolve, reject) => {
    const fail = (why: string): void =>
      reject(new HarnessError('config-fault', `${tool.name} did not record ${file}: ${why}`))
    const startTimer = setTimeout(() => fail(`it did not begin within ${beginsWithinMs} ms`), beginsWithinMs)
    child.once('error', ({ message }) => fail(message))
    child.once('close', (code) => fail(`it ended with code ${code}: ${output.trim().slice(-300)}`))
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output += text
      if (!tool.startPattern.test(output)) return
      clearTimeout(startTimer)
      resolve()
    })
  })
  child.unref()
}

/** Ends the recording, which completes the file. */
export async function endCapture(): Promise<void> {
  if (currentCapture === undefined) return
  const { tool, process: child, ended } = currentCapture
  currentCapture = undefined
  child.ref()
  await sleep(tool.readsAfterMs)
  child.kill('SIGINT')
  await ended
}
