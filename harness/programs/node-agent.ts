import { hostname } from 'node:os'
import { join } from 'node:path'
import type { KeyPair } from '../certificates/authority.ts'
import { recordMissingMeans } from '../check/missing-means.ts'
import { agentFor, type HttpAnswer } from '../client/https.ts'
import { OpenStream, openStream } from '../client/stream.ts'
import type { Dialect } from '../dialect/dialect.ts'
import { HarnessError, messageOf } from '../errors.ts'
import type { Flags } from '../launch/flags.ts'
import type { PrivateMounts } from '../launch/namespaces/private-mounts.ts'
import { type LaunchedProgram, RunningProgram } from '../launch/running.ts'
import type { Peer } from '../peer.ts'
import type { RunSettings } from '../target/settings.ts'
import type { Credentials } from './credentials.ts'
import { accepts, requestPlain } from './plain-ports.ts'
import { sendRecorded } from './recorded-request.ts'

/** Ports and addresses of a node agent on the loopback interface. */
export interface AgentPorts {
  readonly main: number
  readonly readOnly: number
  readonly health: number
  /** Address of the health port; default `127.0.0.1`. */
  readonly healthAddress?: string
}

/** Differences between the machine and the view of a node agent. */
export interface AgentHost {
  /** Contents of files that the agent sees in place of the files of the machine, by path. */
  readonly files?: PrivateMounts['replacedFiles']
  readonly cgroups?: PrivateMounts['cgroups']
  /** Bytes in use on the file system of the agent's files before the agent starts. */
  readonly filledBytes?: number
}

/** Request to a node agent's own port. */
export interface AgentRequest {
  /** Method of the request; default GET. */
  readonly method?: string
  /** Client certificate; default: the administrator's certificate. */
  readonly as?: 'admin' | 'none' | KeyPair
  readonly token?: string
}

/** Start options of one node agent, in the documents' words. */
export interface NodeAgentOptions {
  readonly settings: RunSettings
  /** Flags that are added to the usual flags, or replace usual flags. */
  readonly flags?: Flags | ((ports: AgentPorts) => Flags)
  /** Address of the health port, if files or flags of the check change it. */
  readonly healthAddress?: string | undefined
  /** Ports that the agent opens: the main port and the health port; default both. */
  readonly opens?: Partial<Record<'main' | 'health', boolean>> | undefined
  /** Kind of the private mounts, if the agent needs them. */
  readonly mounts?: PrivateMounts['as'] | undefined
  /** Differences of the agent's view of the machine, which require private mounts. */
  readonly host?: AgentHost | undefined
  /** Called with the agent as soon as its program runs. */
  readonly onSpawned?: ((agent: NodeAgent) => void) | undefined
  readonly env?: Readonly<Record<string, string>> | undefined
  readonly peers?: readonly Peer[]
  /** Returns an additional reason why the agent is not ready, for the user. */
  readonly waitsFor?: () => string | undefined
}

/** Name of the node: the host name, unless a check sets a different name. */
export const nodeName = hostname().trim().toLowerCase()

/** Directory of a node agent's files, in its working directory. */
export const rootName = 'root'
const minServerErrorStatus = 500
interface AgentParts {
  readonly ports: AgentPorts
  readonly dialect: Dialect
  readonly credentials: Credentials
  readonly options: NodeAgentOptions
}

/** A running node agent of the implementation under test. */
export class NodeAgent extends RunningProgram {
  readonly ports: AgentPorts
  readonly dialect: Dialect
  readonly #parts: AgentParts

  constructor(launched: LaunchedProgram, parts: AgentParts) {
    super(launched)
    this.ports = parts.ports
    this.dialect = parts.dialect
    this.#parts = parts
  }

  /** Sends a GET to the port of the agent, with the administrator's certificate, a different certificate, or none. */
  get(path: string, as: AgentRequest['as'] = 'admin'): Promise<HttpAnswer> {
    return this.send(path, { as })
  }

  /** Sends one request to the main port of the agent. */
  async send(path: string, { method = 'GET', as = 'admin', token }: AgentRequest = {}): Promise<HttpAnswer> {
    const { authority, admin } = this.#parts.credentials
    const pair = as === 'admin' ? admin : as === 'none' ? undefined : as
    const identity = pair === undefined ? {} : { cert: pair.certificate, key: pair.key }
    const agent = agentFor({ ca: authority.certificate, ...identity })
    // A separate rule tests the certificate that the agent presents.
    agent.options.rejectUnauthorized = false
    const url = `https://127.0.0.1:${this.ports.main}${path}`
    // Accepts any type, because logs are plain text.
    const headers = { accept: '*/*', ...(token !== undefined && { authorization: `Bearer ${token}` }) }
    try {
      return await sendRecorded(
        this,
        { requestLine: `${method} ${path}`, sent: { token } },
        { url, agent, method, headers },
      )
    } finally {
      agent.destroy()
    }
  }

  /**
   * Opens a connection through the main port to a command that runs in a container.
   * @throws HarnessError `untestable` if the connection is not granted
   */
  async stream(path: string): Promise<OpenStream> {
    const { authority, admin } = this.#parts.credentials
    const stream = await openStream({
      url: `https://127.0.0.1:${this.ports.main}${path}`,
      ca: authority.certificate,
      cert: admin.certificate,
      key: admin.key,
      headers: { upgrade: 'SPDY/3.1', 'x-stream-protocol-version': 'v4.channel.k8s.io' },
    })
    if (stream instanceof OpenStream) return stream
    recordMissingMeans(this.evidence.means, `POST ${path}`, stream)
    throw new HarnessError('untestable', `A stream was asked for, and the answer was ${stream.status}.`)
  }

  /** Sends one GET to the health port of the agent. */
  health(path = '/healthz'): Promise<{ readonly status: number; readonly body: string }> {
    const { health, healthAddress = '127.0.0.1' } = this.ports
    return requestPlain(`http://${healthAddress}:${health}${path}`)
  }

  /** Sends one request to the unauthenticated port. */
  readOnly(path: string, method = 'GET'): Promise<{ readonly status: number; readonly body: string }> {
    return requestPlain(`http://127.0.0.1:${this.ports.readOnly}${path}`, method)
  }

  /** Returns a path in the agent's directory, as the program sees it. */
  path(name: string): string {
    return join(this.directory, name)
  }

  /**
   * Returns the path by which this process reaches a path of the program, across private file systems of the program.
   */
  hostPathOf(path: string): string {
    return this.#parts.options.mounts === undefined ? path : join(`/proc/${this.processId}/root`, path)
  }

  /** Returns the reason why the agent is not ready; `undefined` if the agent is ready. */
  async readiness(): Promise<string | undefined> {
    const { opens = {}, waitsFor } = this.#parts.options
    if (opens.health !== false) {
      try {
        const { status } = await this.health()
        // A separate rule tests the response of a healthy agent.
        if (status >= minServerErrorStatus) return `GET /healthz answered ${status}`
      } catch (thrown) {
        return `the health port: ${messageOf(thrown)}`
      }
    }
    if (opens.main !== false && !(await accepts('127.0.0.1', this.ports.main)))
      return `nothing listens on port ${this.ports.main}`
    return waitsFor?.()
  }
}
