import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../testing/running-program.ts'
import { CertificateAuthority, type Pair } from '../../testing/certificate-authority.ts'

const program = fileURLToPath(new URL('../../../dist/reference/orch-apiserver.js', import.meta.url))

/** Response of a running server. */
export interface Reply {
  readonly status: number
  readonly body: string
  readonly headers: IncomingHttpHeaders
}

/** Bundled program that is started for a unit test in a separate directory. */
export class RunningServer implements AsyncDisposable {
  readonly directory = mkdtempSync(join(tmpdir(), 'orch-apiserver-'))
  readonly authority = new CertificateAuthority('clients')
  readonly admin: Pair = this.authority.client('admin', ['system:masters'])
  stderr = ''
  #port = 0
  #process: ChildProcess | undefined

  get url(): string {
    return `https://127.0.0.1:${this.#port}`
  }

  /** Writes a file into the directory and returns its path. */
  file(name: string, content: string): string {
    const path = join(this.directory, name)
    writeFileSync(path, content)
    return path
  }

  /** Starts the program with the usual and additional flags. The program may not be ready yet. */
  async start(
    storage: string,
    extraFlags: readonly string[] = [],
    env: NodeJS.ProcessEnv = {},
  ): Promise<void> {
    this.#port = await freePort()
    const serving = this.authority.server()
    const flags = [
      `--etcd-servers=${storage}`,
      '--bind-address=127.0.0.1',
      `--secure-port=${this.#port}`,
      `--tls-cert-file=${this.file('tls.crt', serving.cert)}`,
      `--tls-private-key-file=${this.file('tls.key', serving.key)}`,
      `--client-ca-file=${this.file('ca.crt', this.authority.cert)}`,
      // Tests use namespaces and pods that do not exist, unless they test exactly that.
      ...(extraFlags.some((flag) => flag.includes('admission-plugins'))
        ? []
        : ['--disable-admission-plugins=NamespaceLifecycle,ServiceAccount']),
      ...extraFlags,
    ]
    this.#process = spawn(program, flags, { env: { ...process.env, ...env } })
    this.#process.stderr?.on('data', (chunk: Buffer) => {
      this.stderr += chunk.toString('utf8')
    })
  }

  /** Waits for readiness. Rejects if the program exits instead. */
  async ready(): Promise<void> {
    while (this.#process?.exitCode === null) {
      const reply = await this.send('GET', '/readyz', { as: this.admin }).catch(() => undefined)
      if (reply?.status === 200) return
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    throw new Error(`the program ended: ${this.stderr}`)
  }

  /** Sends a request to the server, with a certificate, a token or no credentials. */
  send(
    method: string,
    path: string,
    {
      as,
      token,
      body,
      headers = {},
    }: { as?: Pair; token?: string; body?: object; headers?: Record<string, string | string[]> } = {},
  ): Promise<Reply> {
    return new Promise((resolve, reject) => {
      const clientRequest = request({
        host: '127.0.0.1',
        port: this.#port,
        method,
        path,
        agent: false,
        // Does not verify the certificate of the server, because some tests use self-made certificates.
        rejectUnauthorized: false,
        ...as,
        headers: { ...headers, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
      })
      clientRequest.on('error', reject)
      clientRequest.on('response', (response) => {
        let text = ''
        response.on('data', (chunk: Buffer) => {
          text += chunk.toString('utf8')
        })
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, body: text, headers: response.headers }),
        )
      })
      clientRequest.end(body === undefined ? undefined : JSON.stringify(body))
    })
  }

  /** Sends a signal without waiting. */
  signal(signal: NodeJS.Signals): void {
    this.#process?.kill(signal)
  }

  /** Ends the program with a signal and returns its exit code. */
  async end(signal: NodeJS.Signals): Promise<number | null> {
    const child = this.#process
    if (child === undefined || child.exitCode !== null) return child?.exitCode ?? null
    child.kill(signal)
    await once(child, 'exit')
    return child.exitCode
  }

  /** Waits until the program exits and returns its exit code. */
  async exited(): Promise<number | null> {
    if (this.#process !== undefined && this.#process.exitCode === null) await once(this.#process, 'exit')
    return this.#process?.exitCode ?? null
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.end('SIGKILL')
    rmSync(this.directory, { recursive: true, force: true })
  }
}
