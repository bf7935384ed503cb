import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { HarnessError, messageOf } from '../errors.ts'
import { nowMs } from '../time.ts'
import { reaper } from '../reaper/client.ts'
import { processesOfStart } from '../reaper/processes.ts'
import type { Timeline } from '../timeline.ts'
import { ResourceBounds } from './resource-bounds.ts'
import { LogFile } from './log-file.ts'
import { OutputCapture } from './output.ts'

/** Options of the start of a program. */
export interface ProgramOptions {
  /** Name in the timeline: `apiserver`. */
  readonly name: string
  readonly command: readonly string[]
  readonly cwd: string
  /** Variables added to the clean environment. */
  readonly env?: Readonly<Record<string, string>>
  readonly timeline: Timeline
  /** File that the program logs to instead of its standard error. */
  readonly log?: string | undefined
}

/** Result and time of a program's end; the code is null after a signal. */
export interface Exit {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  /** Time of the end, by `nowMs()`. */
  readonly atMs: number
}

/** A running program in its own process group. Its output is kept, and it never outlives the harness. */
export class Program {
  /** Time before the start, by `nowMs()`. */
  readonly startedAtMs: number
  readonly stdout = new OutputCapture()
  readonly stderr = new OutputCapture()
  readonly pid: number
  /** Settles when the program has ended and its output is complete. */
  readonly exited: Promise<Exit>
  exit: Exit | undefined
  /** Signals that the harness sent; an end by one of them was not caused by the program. */
  readonly sentSignals = new Set<NodeJS.Signals>()
  /** Resource of which the program used too much, so that it was ended: `printed more than 256 MiB`. */
  excess: string | undefined
  readonly #name: string
  readonly #timeline: Timeline
  readonly #bounds: ResourceBounds
  readonly #mark: string
  readonly #cwd: string
  #keepsProcesses = false
  #release = (): void => {}

  private constructor(
    child: ChildProcess,
    pid: number,
    { startedAtMs, mark }: { startedAtMs: number; mark: string },
    options: ProgramOptions,
  ) {
    this.pid = pid
    this.startedAtMs = startedAtMs
    this.#mark = mark
    this.#cwd = options.cwd
    this.#name = options.name
    this.#timeline = options.timeline
    this.#bounds = new ResourceBounds(pid, options.cwd, (what) => {
      this.excess = what
      this.#timeline.record(this.#name, 'signal', `SIGKILL: it ${what}`)
      killIfAlive(-pid, 'SIGKILL')
      // Child processes of the program may go on writing to the streams.
      for (const stream of [child.stdout, child.stderr]) stream?.destroy()
    })
    this.#capture(child, 'stdout')
    this.#capture(child, 'stderr')
    const log = options.log === undefined ? undefined : new LogFile(options.log, this.#chunkReader('stderr'))
    this.exited = new Promise((resolve) => {
      const onEnd = (code: number | null, signal: NodeJS.Signals | null): void => {
        if (this.exit !== undefined) return
        log?.end()
        this.#bounds.stop()
        this.exit = { code, signal, atMs: nowMs() }
        this.#timeline.record(
          this.#name,
          'exit',
          signal === null ? `exit code ${code}` : `killed by ${signal}`,
        )
        this.#release = () => reaper.release(pid, mark)
        if (!this.#keepsProcesses) this.#release()
        resolve(this.exit)
      }
      child.once('close', onEnd)
      // A grandchild that keeps the pipes open would delay `close` for ever.
      child.once('exit', (code, signal) => void this.#readOut().then(() => onEnd(code, signal)))
    })
  }

  /** Starts a program. Rejects with a config fault if it does not exist or may not be executed. */
  static async start(options: ProgramOptions): Promise<Program> {
    const [file, ...args] = options.command
    if (file === undefined) throw new HarnessError('config-fault', `The command of ${options.name} is empty.`)
    const startMark = reaper.announceStart()
    const startedAtMs = nowMs()
    const child = launch(options, startMark, file, args)
    const { pid } = child
    if (pid === undefined) {
      const failure = await new Promise<Error>((resolve) => child.once('error', resolve))
      throw startFailure(options, file, failure)
    }
    reaper.adopt(pid, startMark)
    child.on('error', () => {})
    options.timeline.record(options.name, 'start', options.command.join(' '))
    return new Program(child, pid, { startedAtMs, mark: startMark }, options)
  }

  /** Sends a signal to the program itself, as a service manager would. */
  signal(signal: NodeJS.Signals): void {
    this.#timeline.record(this.#name, 'signal', signal)
    // Another process may have the id of a process that ended.
    if (this.exit !== undefined) return
    this.sentSignals.add(signal)
    killIfAlive(this.pid, signal)
  }

  /**
   * Sends the program a request to end, then kills the rest of its process group.
   * @param withinMs time that the program has to end; 0 kills it at once
   */
  async stop(withinMs: number): Promise<Exit> {
    if (this.exit === undefined && withinMs > 0) {
      this.signal('SIGTERM')
      const killTimer = setTimeout(() => {
        this.#timeline.record(this.#name, 'signal', `SIGKILL: still running ${withinMs} ms after SIGTERM`)
        this.kill()
      }, withinMs)
      await this.exited
      clearTimeout(killTimer)
    }
    this.kill()
    return this.exited
  }

  /**
   * Keeps the processes that the program leaves behind alive after its end, so that `left` can show them.
   * @returns a function that lets the reaper end them
   */
  keepProcesses(): () => void {
    this.#keepsProcesses = true
    return () => {
      this.#keepsProcesses = false
      this.#release()
    }
  }

  /** Returns the processes that the program started and that outlive it, as `pid command`; Linux only. */
  remainingProcesses(): string[] {
    return processesOfStart({ pid: this.pid, mark: this.#mark, directory: this.#cwd })
  }

  /** Kills the whole process group at once. */
  kill(): void {
    if (this.exit === undefined) this.sentSignals.add('SIGKILL')
    killIfAlive(-this.pid, 'SIGKILL')
  }

  /** Lets this process read the rest of the pipes, until they are closed or the turns are used up. */
  async #readOut(): Promise<void> {
    for (let turnIndex = 0; turnIndex < maxTurns && this.exit === undefined; turnIndex++)
      await sleep(turnMs, undefined, { ref: false })
  }

  #capture(child: ChildProcess, stream: 'stdout' | 'stderr'): void {
    child[stream]?.on('data', this.#chunkReader(stream))
  }

  /** Returns a function that takes the chunks of one output stream. */
  #chunkReader(stream: 'stdout' | 'stderr'): (chunk: Buffer) => void {
    let line = ''
    return (chunk) => {
      this[stream].add(chunk)
      this.#bounds.addPrinted(chunk.length)
      const lines = (line + chunk.toString('utf8')).split('\n')
      line = (lines.pop() ?? '').slice(-maxLineLength)
      const shownLines = lines.slice(0, maxLines).map((text) => text.slice(0, maxLineLength))
      if (shownLines.length < lines.length)
        shownLines.push(`[${lines.length - shownLines.length} lines left out]`)
      for (const text of shownLines) this.#timeline.record(this.#name, 'output', text)
    }
  }
}

// Number of turns of the event loop after the exit of a program: its output is in the pipes by then, and each turn
// reads a part. Elapsed time is no criterion: a delayed process may exceed it before it has read anything.
const maxTurns = 10
const turnMs = 20
const maxLineLength = 2_000
// Maximum number of recorded lines of one chunk of output, which is 64 KiB.
const maxLines = 1_000

/** Returns a started process. Node reports some failures by an event, and throws others. */
function launch(options: ProgramOptions, mark: string, file: string, args: readonly string[]): ChildProcess {
  try {
    return spawn(file, args, {
      cwd: options.cwd,
      env: { ...cleanEnvironment(options.cwd, mark), ...options.env },
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  } catch (thrown) {
    throw startFailure(options, file, thrown)
  }
}

/** Returns the reason why a program could not be started, with the next step. */
function startFailure(options: ProgramOptions, file: string, failure: unknown): HarnessError {
  const code = (failure as NodeJS.ErrnoException).code
  const failureText =
    code === 'ENOENT'
      ? 'there is no such program'
      : code === 'EACCES'
        ? 'the file is not executable (chmod +x)'
        : code === 'ENOEXEC'
          ? 'the file is no program that this machine can run (a script needs a first line such as #!/bin/sh)'
          : messageOf(failure)
  return new HarnessError(
    'config-fault',
    `Could not start ${options.name} with ${file}: ${failureText}. Check programs.${options.name}.command in the target file, or --program ${options.name}=PATH.`,
    { cause: failure },
  )
}

// Returns the environment without variables of the test engine, of proxies and of the user's shell, because they may
// change the behaviour of an implementation.
function cleanEnvironment(home: string, mark: string): NodeJS.ProcessEnv {
  const keptVariables = ['PATH', 'LANG', 'TZ', 'SystemRoot']
  const environment = Object.fromEntries(
    keptVariables.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
  )
  return { ...environment, HOME: home, TMPDIR: home, [reaper.ownerVariable]: mark }
}

function killIfAlive(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // The process has ended already.
  }
}
