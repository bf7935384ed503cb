import type { Agent } from 'node:https'
import { join } from 'node:path'
import type { KeyPair } from '../certificates/authority.ts'
import { runningCheck } from '../check/context.ts'
import { agentFor, type HttpAnswer } from '../client/https.ts'
import { isCut } from '../client/response.ts'
import type { ClientIdentity } from '../client/secure-context.ts'
import type { Dialect } from '../dialect/dialect.ts'
import { needsFlags } from '../dialect/version-differences.ts'
import { messageOf } from '../errors.ts'
import { attempt, type Attempt, type Pace } from '../launch/attempt.ts'
import { notReadyError } from '../launch/start-errors.ts'
import type { Flags } from '../launch/flags.ts'
import { freePort } from '../launch/free-port.ts'
import type { Exit } from '../launch/program.ts'
import { withHostName } from '../launch/namespaces/own-host-name.ts'
import { type LaunchedProgram, RunningProgram } from '../launch/running.ts'
import { spawnProgram, type SpawnOptions } from '../launch/spawn.ts'
import { writePrivate } from '../launch/workspace.ts'
import type { Peer } from '../peer.ts'
import { sendInSequence } from '../repro/sequence.ts'
import type { RunSettings } from '../target/settings.ts'
import { dialectOf } from '../target/dialects.ts'
import { type Credentials, credentials } from './credentials.ts'
import { accepts } from './plain-ports.ts'
import { sendRecorded } from './recorded-request.ts'

/** Start options of one API server, in the documents' words. */
export interface ApiServerOptions {
  readonly settings: RunSettings
  /** Flags that are added to the usual flags, or replace usual flags. */
  readonly flags?: Flags
  /** URL of the storage. */
  readonly storage: string
  /** Variables added to the environment of the server. */
  readonly env?: Readonly<Record<string, string>>
  /** Host name that the server sees, if the host name distinguishes servers of one cluster. */
  readonly hostName?: string | undefined
  /** Peers whose journals belong in the timeline. */
  readonly peers?: readonly Peer[]
  /** Called as soon as the program runs, for callers that must watch it from the first moment. */
  readonly onStart?: (server: ApiServer) => void
}

/** One request to an API server. */
export interface ApiRequest {
  readonly method?: string
  readonly path: string
  /** Bearer token; with it, no client certificate is sent. */
  readonly token?: string
  /** `admin` sends the harness's certificate (the default without a token), `none` sends none. */
  readonly as?: 'admin' | 'none' | KeyPair
  readonly headers?: Readonly<Record<string, string | readonly string[]>>
  readonly body?: string | object
  readonly withinMs?: number
}

/** A running API server of the implementation under test. */
export class ApiServer extends RunningProgram {
  /** Base URL: `https://127.0.0.1:PORT`, without a path. */
  readonly url: string
  readonly dialect: Dialect
  readonly credentials: Credentials
  readonly #agents = new Map<string, Agent>()
  #listens = false

  constructor(launched: LaunchedProgram, parts: Pick<ApiServer, 'url' | 'dialect' | 'credentials'>) {
    super(launched)
    this.url = parts.url
    this.dialect = parts.dialect
    this.credentials = parts.credentials
    this.evidence.requestCommands = () => this.#reachedBy()
  }

  /** Returns command lines with which a person sends the server a request as the harness's administrator. */
  #reachedBy(): readonly string[] {
    const { admin, files } = this.credentials
    const [certificate, key] = ['admin.crt', 'admin.key'].map((name) => join(this.directory, name))
    if (certificate === undefined || key === undefined) return []
    writePrivate(certificate, admin.certificate)
    writePrivate(key, admin.key)
    return [
      `curl --cacert ${files.authority.path} --cert ${certificate} --key ${key} ${this.url}/readyz?verbose`,
    ]
  }

  /** Sends one request to the server, recorded in its timeline. */
  async request(call: ApiRequest): Promise<HttpAnswer> {
    const { repro } = this.settings
    const check = repro === undefined ? undefined : runningCheck()
    if (repro === undefined || check?.id !== repro.check) return this.#send(call)
    return sendInSequence(check.record.requests, repro, call, () => this.#send(call))
  }

  async #send(call: ApiRequest): Promise<HttpAnswer> {
    const { method = 'GET', path, token, as = token === undefined ? 'admin' : 'none', ...rest } = call
    const caller = token === undefined ? (typeof as === 'string' ? as : 'certificate') : 'token'
    const requestText = `${method} ${this.dialect.text(path)}`
    const record = {
      requestLine: `${method} ${path}`,
      what: `${requestText} as ${caller}`,
      sent: { headers: rest.headers, token, body: rest.body },
    }
    try {
      return await sendRecorded(this, record, {
        method,
        url: this.url + this.dialect.text(path),
        agent: this.#agent(as),
        ...rest,
        ...(token === undefined ? {} : { headers: { ...rest.headers, authorization: `Bearer ${token}` } }),
      })
    } catch (thrown) {
      throw (await this.death(`during ${requestText}`, isCut(thrown), thrown)) ?? thrown
    }
  }

  /** Returns the reason why the server is not ready; `undefined` if it is ready. */
  async readiness(withinMs: number): Promise<string | undefined> {
    // A TCP connection shows whether the server listens, at a fraction of the cost of TLS.
    const { hostname, port } = new URL(this.url)
    this.#listens ||= await accepts(hostname, Number(port))
    if (!this.#listens) return 'nothing listens yet'
    try {
      const { status, body } = await this.#send({ path: '/readyz', withinMs })
      return status === 200
        ? undefined
        : `GET /readyz answered ${status} (${failingChecks(body).slice(0, 300)})`
    } catch (thrown) {
      return `GET ${this.url}/readyz: ${messageOf(thrown)}`
    }
  }

  override async stop(): Promise<Exit> {
    for (const agent of this.#agents.values()) agent.destroy()
    return super.stop()
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

/** Starts the program without waiting for it. */
export async function spawnApiServer(options: ApiServerOptions): Promise<ApiServer> {
  const { settings } = options
  const dialect = dialectOf(settings.target)
  needsFlags(dialect, 'apiserver', options.flags ?? {})
  const sharedCredentials = await credentials(dialect)
  const givenPort = options.flags?.['--secure-port']
  const port = typeof givenPort === 'number' && givenPort > 0 ? givenPort : await freePort()
  const flags = { ...defaultFlags(dialect, sharedCredentials, options.storage, port), ...options.flags }
  const launched = await spawnProgram({
    settings,
    role: 'apiserver',
    flags: (directory) => ({ '--cert-dir': join(directory, 'certs'), ...flags }),
    ...hostNameOptions(dialect, options.hostName),
    env: options.env,
    peers: options.peers,
  })
  const url = `https://127.0.0.1:${port}`
  const server = new ApiServer(launched, { url, dialect, credentials: sharedCredentials })
  options.onStart?.(server)
  return server
}

/** Returns the start options that give a server a separate host name, if the server needs one. */
function hostNameOptions(dialect: Dialect, name: string | undefined): Pick<SpawnOptions, 'wrapCommand'> {
  if (name === undefined || !dialect.programs.apiserver.needs.includes('host-name')) return {}
  return { wrapCommand: (command) => withHostName(command, name) }
}

/**
 * Starts an API server and waits until it is ready or has ended.
 * @param withinMs limit after which the start is `hung`, and the program is killed
 */
export function attemptApiServer(
  options: ApiServerOptions,
  withinMs: number,
  pace?: Pace,
): Promise<Attempt<ApiServer>> {
  return attempt({
    spawn: () => spawnApiServer(options),
    readiness: (server, lookMs) => server.readiness(lookMs),
    withinMs,
    ...(pace && { pace }),
  })
}

/** Starts an API server that must become ready. If not, reports a crash, unless the machine delayed the server. */
export async function startApiServer(options: ApiServerOptions): Promise<ApiServer> {
  const startAttempt = await attemptApiServer(options, options.settings.target.limits.readyMs)
  if (startAttempt.outcome === 'ready') return startAttempt.program
  await startAttempt.program.stop()
  throw notReadyError(startAttempt)
}

/** Returns the flags of every API server that a check starts, unless the check sets others. */
function defaultFlags(dialect: Dialect, shared: Credentials, storage: string, port: number): Flags {
  const { files } = shared
  const keyFlags: Flags = {
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
    ...(dialect.programs.apiserver.needs.includes('service-account-keys') ? keyFlags : {}),
  }
}

/**
 * Returns the lines of a health response that report failures, if there are any; the many lines of successful checks
 * come first.
 */
function failingChecks(body: string): string {
  const failingLines = body.split('\n').filter((line) => line.startsWith('[-]'))
  return failingLines.length > 0 ? failingLines.join('\n') : body
}
