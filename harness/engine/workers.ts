import { type ChildProcess, fork, spawn, type StdioOptions } from 'node:child_process'
import { devNull } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { PoolRunnerInitializer, PoolWorker } from 'vitest/node'
import type { Network } from '../header.ts'
import { networkVariable, withOwnNetwork } from '../machine/own-network.ts'

const workerFile = fileURLToPath(new URL('./worker.js', import.meta.url))

/** The processes in which suites run. */
export class Workers {
  readonly #commonModules: readonly string[]
  readonly #preparedProcesses: ChildProcess[] = []

  readonly #network: Network
  readonly #keyLog: readonly string[]

  /**
   * @param common a module that nearly every suite loads, and therefore each process at its start
   * @param network the network of each process and of the programs that it starts
   * @param keyLog a file that receives the keys of all TLS connections of the processes
   */
  constructor(common?: string, network: Network = 'machine', keyLog?: string) {
    this.#network = network
    // Node warns of the keys that it writes.
    this.#keyLog = keyLog === undefined ? [] : [`--tls-keylog=${keyLog}`, '--disable-warning=Warning']
    this.#commonModules = common === undefined ? [] : [common]
  }

  /** Starts processes for later engines, which load the common module while the engine still loads. */
  prepare(count: number): void {
    while (this.#preparedProcesses.length < count) this.#preparedProcesses.push(this.#fork())
  }

  /** Value of the engine's option `pool`. */
  get pool(): PoolRunnerInitializer {
    return {
      name: 'orch-conformance',
      createPoolWorker: () => new Worker(() => this.#take()),
    }
  }

  /** Ends the processes that no engine took. */
  end(): void {
    for (const preparedProcess of this.#preparedProcesses.splice(0)) preparedProcess.kill('SIGKILL')
  }

  #take(): ChildProcess {
    const preparedProcess = this.#preparedProcesses.shift()
    return preparedProcess !== undefined && isAlive(preparedProcess) ? preparedProcess : this.#fork()
  }

  #fork(): ChildProcess {
    // Output of a suite must not be mixed with the lines of a result on standard output.
    const stdio: StdioOptions = ['ignore', 2, 2, 'ipc']
    const serialization = 'advanced'
    // Node parses the certificates of all public authorities before its first TLS connection. All certificates of a
    // run are self-made.
    const execArgv = ['--use-openssl-ca', ...this.#keyLog]
    const env = { ...process.env, SSL_CERT_FILE: devNull }
    if (this.#network === 'machine')
      return fork(workerFile, this.#commonModules, { execArgv, env, serialization, stdio })
    const [file = '', ...args] = withOwnNetwork([
      process.execPath,
      ...execArgv,
      workerFile,
      ...this.#commonModules,
    ])
    return spawn(file, args, { serialization, stdio, env: { ...env, [networkVariable]: this.#network } })
  }
}

/** One process, controlled by the engine. */
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
    // A worker that ended meanwhile, for example on an interrupt, receives nothing, and the error would end the engine.
    if (this.#process?.connected === true) this.#process.send(message)
  }

  deserialize(data: unknown): unknown {
    return data
  }

  async start(): Promise<void> {
    this.#process ??= this.#take()
  }

  /** The suites have already stopped their programs. The reaper ends the remaining programs. */
  async stop(): Promise<void> {
    const endingProcess = this.#process
    this.#process = undefined
    if (endingProcess === undefined || !isAlive(endingProcess)) return
    const exitEvent = new Promise((resolve) => endingProcess.once('exit', resolve))
    endingProcess.kill('SIGKILL')
    await exitEvent
  }
}

function isAlive({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null
}
