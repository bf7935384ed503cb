import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { PoolRunnerInitializer, PoolWorker } from 'vitest/node'

const main = fileURLToPath(new URL('./worker.js', import.meta.url))

/** The processes in which suites run. */
export class Workers {
  readonly #common: readonly string[]
  readonly #prepared: ChildProcess[] = []

  /** @param common a module that nearly every suite loads, and so each process at its start */
  constructor(common?: string) {
    this.#common = common === undefined ? [] : [common]
  }

  /** Starts processes that engines will take: they load the common module while an engine itself still loads. */
  prepare(count: number): void {
    while (this.#prepared.length < count) this.#prepared.push(this.#fork())
  }

  /** For the engine's option of that name. */
  get pool(): PoolRunnerInitializer {
    return {
      name: 'orch-conformance',
      createPoolWorker: () => new Worker(() => this.#take()),
    }
  }

  /** Ends the processes that no engine took. */
  end(): void {
    for (const prepared of this.#prepared.splice(0)) prepared.kill('SIGKILL')
  }

  #take(): ChildProcess {
    const prepared = this.#prepared.shift()
    return prepared !== undefined && isAlive(prepared) ? prepared : this.#fork()
  }

  #fork(): ChildProcess {
    // What a suite prints must not come between the lines of a result on standard output.
    return fork(main, this.#common, {
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 2, 2, 'ipc'],
    })
  }
}

/** One process, as the engine drives it. */
class Worker implements PoolWorker {
  readonly name = 'orch-conformance'
  readonly #take: () => ChildProcess
  #process: ChildProcess | undefined

  constructor(take: () => ChildProcess) {
    this.#take = take
  }

  on: PoolWorker['on'] = (event, callback) => {
    this.#process?.on(event, callback)
  }

  off: PoolWorker['off'] = (event, callback) => {
    this.#process?.off(event, callback)
  }

  send: PoolWorker['send'] = (message) => {
    // One that ended meanwhile, as on an interrupt, has no ear left, and the engine would end over that.
    if (this.#process?.connected === true) this.#process.send(message)
  }

  deserialize(data: unknown): unknown {
    return data
  }

  async start(): Promise<void> {
    this.#process ??= this.#take()
  }

  /** The suites have stopped what they started by then; what they left is the reaper's. */
  async stop(): Promise<void> {
    const ending = this.#process
    this.#process = undefined
    if (ending === undefined || !isAlive(ending)) return
    const ended = new Promise((resolve) => ending.once('exit', resolve))
    ending.kill('SIGKILL')
    await ended
  }
}

function isAlive({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null
}
