import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const bundleDirectory = fileURLToPath(new URL('../../dist/reference', import.meta.url))

/** Bundled program, started for a unit test in a separate directory. */
export class RunningProgram implements AsyncDisposable {
  readonly directory = mkdtempSync(join(tmpdir(), 'orch-program-'))
  stderr = ''
  readonly #path: string
  #process: ChildProcess | undefined

  /** @param directory directory that contains the bundled programs */
  constructor(name: 'orch-controller-manager', directory = bundleDirectory) {
    this.#path = join(directory, `${name}.js`)
  }

  /** Writes a file into the directory and returns its path. */
  file(name: string, content: string): string {
    const path = join(this.directory, name)
    writeFileSync(path, content)
    return path
  }

  /** Starts the program, which may not be listening yet. */
  start(flags: readonly string[]): void {
    this.#process = spawn(this.#path, flags)
    this.#process.stderr?.on('data', (chunk: Buffer) => {
      this.stderr += chunk.toString('utf8')
    })
  }

  /** Ends the program with a signal and returns its exit code. */
  async end(signal: NodeJS.Signals): Promise<number | null> {
    if (this.#process?.exitCode === null) this.#process.kill(signal)
    return this.exited()
  }

  /** Waits for the program to end and returns its exit code. */
  async exited(): Promise<number | null> {
    const child = this.#process
    if (child !== undefined && child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    return child?.exitCode ?? null
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.end('SIGKILL')
    rmSync(this.directory, { recursive: true, force: true })
  }
}

/** Returns an unused port of the loopback interface. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address !== null ? address.port : 0
}
