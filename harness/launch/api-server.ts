import type { Agent } from 'node:https'
import { join } from 'node:path'
import { agentFor, type HttpAnswer, request } from '../client/https.ts'
import type { ClientIdentity } from '../client/secure-context.ts'
import { HarnessError } from '../errors.ts'
import type { KeyPair } from '../certificates.ts'
import { type Dialect, dialects } from '../dialect/index.ts'
import type { MockPeer, Seen } from '../peer.ts'
import type { RunSettings } from '../settings.ts'
import { Timeline } from '../timeline.ts'
import { type Credentials, credentials } from './credentials.ts'
import { faultTraceName } from './fault-trace.ts'
import { type Flags, writeFlags } from './flags.ts'
import { freePort } from './free-port.ts'
import { type Exit, Program } from './program.ts'
import { makeWorkspace, removeWorkspace } from './workspace.ts'

/** What one API server is started with, in the documents' words. */
export interface ApiServerOptions {
  readonly settings: RunSettings
  /** Flags beside the usual ones, or instead of them. */
  readonly flags?: Flags
  /** The storage's URL. */
  readonly storage: string
  /** Variables added to its environment. */
  readonly env?: Readonly<Record<string, string>>
  /** Peers whose journals belong into the timeline. */
  readonly peers?: readonly MockPeer<Seen, never>[]
  /** Told as soon as the program runs, for those who must watch it from the first moment. */
  readonly onStart?: (server: ApiServer) => void
}

export interface Call {
  readonly method?: string
  readonly path: string
  /** A bearer token; then no client certificate is shown. */
  readonly token?: string
  /** `admin` shows the harness's certificate (the default without a token), `none` shows nothing. */
  readonly as?: 'admin' | 'none' | KeyPair
  readonly headers?: Readonly<Record<string, string | readonly string[]>>
  readonly body?: string | object
  readonly withinMs?: number
}

/** A running API server of the implementation under test. */
export class ApiServer {
  readonly url: string
  readonly timeline: Timeline
  readonly program: Program
  readonly directory: string
  /** The whole command line. */
  readonly command: readonly string[]
  readonly dialect: Dialect
  readonly options: ApiServerOptions
  readonly credentials: Credentials
  readonly #agents = new Map<string, Agent>()

  constructor(
    parts: Pick<
      ApiServer,
      'url' | 'timeline' | 'program' | 'directory' | 'command' | 'dialect' | 'options' | 'credentials'
    >,
  ) {
    this.url = parts.url
    this.timeline = parts.timeline
    this.program = parts.program
    this.directory = parts.directory
    this.command = parts.command
    this.dialect = parts.dialect
    this.options = parts.options
    this.credentials = parts.credentials
  }

  /** One request to the server, recorded in its timeline. */
  async request(call: Call): Promise<HttpAnswer> {
    const { method = 'GET', path, token, as = token === undefined ? 'admin' : 'none', ...rest } = call
    const atMs = performance.timeOrigin + performance.now()
    const who = token === undefined ? (typeof as === 'string' ? as : 'certificate') : 'token'
    const record = (outcome: string): void =>
      this.timeline.add({
        atMs,
        untilMs: performance.timeOrigin + performance.now(),
        source: 'harness',
        kind: 'request',
        what: `${method} ${path} as ${who} → ${outcome}`,
      })
    try {
      const answer = await request({
        method,
        url: this.url + this.dialect.text(path),
        agent: this.#agent(as),
        ...rest,
        ...(token === undefined ? {} : { headers: { ...rest.headers, authorization: `Bearer ${token}` } }),
      })
      record(String(answer.status))
      return answer
    } catch (thrown) {
      record(thrown instanceof Error ? thrown.message : 'failed')
      if (this.program.exit !== undefined) throw this.crash(`during ${method} ${path}`, thrown)
      throw thrown
    }
  }

  /** Ends the server and removes its directory. */
  async stop(): Promise<Exit> {
    for (const agent of this.#agents.values()) agent.destroy()
    const exit = await this.program.stop(this.options.settings.target.limits.stopMs)
    removeWorkspace(this.directory)
    return exit
  }

  /** The error for a server that died while a check needed it. */
  crash(when: string, cause?: unknown): HarnessError {
    const exit = this.program.exit
    const how = exit === undefined ? 'is still running' : (exit.signal ?? `exit code ${exit.code}`)
    return new HarnessError('crashed', `The API server ended ${when} (${how}). ${lastWords(this.program)}`, {
      cause,
    })
  }

  #agent(as: 'admin' | 'none' | KeyPair): Agent {
    const name = typeof as === 'string' ? as : as.certificate
    let agent = this.#agents.get(name)
    if (agent === undefined) {
      const { authority, admin } = this.credentials
      const pair = as === 'admin' ? admin : as === 'none' ? undefined : as
      const identity: ClientIdentity = {
        ca: authority.certificate,
        ...(pair && { cert: pair.certificate, key: pair.key }),
      }
      agent = agentFor(identity)
      this.#agents.set(name, agent)
    }
    return agent
  }
}

/** Starts the program without waiting for anything. */
export async function spawnApiServer(options: ApiServerOptions): Promise<ApiServer> {
  const { target, faultTrace } = options.settings
  const dialect = dialects[target.dialect]
  const described = target.programs.apiserver
  if (dialect === undefined || described === undefined) {
    throw new HarnessError(
      'config-fault',
      `Target ${target.name} describes no API server: set programs.apiserver.command.`,
    )
  }
  const shared = await credentials(dialect)
  const directory = makeWorkspace('apiserver')
  const timeline = new Timeline()
  const port = await freePort()
  const flags = { ...usualFlags(dialect, shared, options.storage, port), ...options.flags }
  const args = writeFlags({ ...flags, '--cert-dir': join(directory, 'certs') }, dialect, directory)
  const trace = faultTrace ? [`--fault-trace=${join(directory, faultTraceName)}`] : []
  const command = [...described.command, ...(described.args ?? []), ...trace, ...args]
  const program = await Program.start({
    name: 'apiserver',
    command,
    cwd: directory,
    env: { ...described.env, ...options.env },
    timeline,
  })
  const url = `https://127.0.0.1:${port}`
  const server = new ApiServer({
    url,
    timeline,
    program,
    directory,
    command,
    dialect,
    options,
    credentials: shared,
  })
  options.onStart?.(server)
  return server
}

/** The flags of every API server that a check starts, unless the check says otherwise. */
function usualFlags(dialect: Dialect, shared: Credentials, storage: string, port: number): Flags {
  const { files } = shared
  const keys: Flags = {
    '--service-account-issuer': 'https://service-accounts.example',
    '--service-account-signing-key-file': files.serviceAccountKey,
    '--service-account-key-file': files.serviceAccountKey,
    '--service-cluster-ip-range': '10.0.0.0/24',
  }
  return {
    '--bind-address': '127.0.0.1',
    '--secure-port': port,
    '--etcd-servers': storage,
    '--tls-cert-file': files.serving,
    '--tls-private-key-file': files.servingKey,
    '--client-ca-file': files.authority,
    ...(dialect.needs.includes('service-account-keys') ? keys : {}),
  }
}

/** The end of what a program printed, for messages. */
export function lastWords(program: Program): string {
  const lines = `${program.stdout.text}\n${program.stderr.text}`.trim().split('\n')
  const last = lines.slice(-5).join('\n')
  return last === '' ? 'It printed nothing.' : `Its last words: ${last}`
}
