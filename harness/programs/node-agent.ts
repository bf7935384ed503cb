import { hostname } from 'node:os'
import { join } from 'node:path'
import type { KeyPair } from '../certificates/authority.ts'
import { noteMeans } from '../check/means.ts'
import { agentFor, type HttpAnswer, request } from '../client/https.ts'
import { OpenStream, openStream } from '../client/stream.ts'
import type { Dialect } from '../dialect/dialect.ts'
import { HarnessError, messageOf } from '../errors.ts'
import type { Flags } from '../launch/flags.ts'
import type { PrivateMounts } from '../launch/namespaces/private-mounts.ts'
import { type Launched, RunningProgram } from '../launch/running.ts'
import type { Peer } from '../peer.ts'
import type { RunSettings } from '../target/settings.ts'
import type { Credentials } from './credentials.ts'
import { accepts, plainGet } from './plain-ports.ts'

/** Where a node agent is found; ports and addresses of the loopback interface. */
export interface AgentPorts {
  readonly main: number
  readonly readOnly: number
  readonly health: number
  /** Default `127.0.0.1`. */
  readonly healthAddress?: string
}

/** The machine as a node agent sees it. */
export interface AgentHost {
  /** Files with another content, by path. */
  readonly files?: PrivateMounts['faked']
  readonly cgroups?: PrivateMounts['cgroups']
  /** How many bytes of the file system of its files are used before it begins. */
  readonly filled?: number
}

/** How a node agent's own port is asked. */
export interface AgentRequest {
  /** Default GET. */
  readonly method?: string
  /** Default the administrator's certificate. */
  readonly as?: 'admin' | 'none' | KeyPair
  readonly token?: string
}

/** What one node agent is started with, in the documents' words. */
export interface NodeAgentOptions {
  readonly settings: RunSettings
  /** Flags beside the usual ones, or instead of them. */
  readonly flags?: Flags | ((ports: AgentPorts) => Flags)
  /** The address of its health port, when files or flags of the check give it another one. */
  readonly healthAddress?: string | undefined
  /** Whether it opens its own port and its health port; default both. */
  readonly opens?: Partial<Record<'main' | 'health', boolean>> | undefined
  /** Mounts of its own, where it needs some. */
  readonly mounts?: PrivateMounts['as'] | undefined
  /** What is otherwise on its machine, as far as it can tell; counts with mounts of its own only. */
  readonly host?: AgentHost | undefined
  /** Told of the program as soon as there is one. */
  readonly onSpawned?: ((agent: NodeAgent) => void) | undefined
  readonly env?: Readonly<Record<string, string>> | undefined
  readonly peers?: readonly Peer[]
  /** What else speaks against its readiness, for people. */
  readonly waitsFor?: () => string | undefined
}

/** The name of the node, which is that of the machine, unless a check gives another. */
export const nodeName = hostname().trim().toLowerCase()

/** The directory of a node agent's files, in its own. */
export const rootName = 'root'
const serverError = 500
interface Parts {
  readonly ports: AgentPorts
  readonly dialect: Dialect
  readonly credentials: Credentials
  readonly options: NodeAgentOptions
}

/** A running node agent of the implementation under test. */
export class NodeAgent extends RunningProgram {
  readonly ports: AgentPorts
  readonly dialect: Dialect
  readonly #parts: Parts

  constructor(launched: Launched, parts: Parts) {
    super(launched)
    this.ports = parts.ports
    this.dialect = parts.dialect
    this.#parts = parts
  }

  /** One GET to its own port, with the administrator's certificate, another one, or nothing. */
  get(path: string, as: AgentRequest['as'] = 'admin'): Promise<HttpAnswer> {
    return this.ask(path, { as })
  }

  /** One request to its own port. */
  async ask(path: string, { method = 'GET', as = 'admin', token }: AgentRequest = {}): Promise<HttpAnswer> {
    const { authority, admin } = this.#parts.credentials
    const pair = as === 'admin' ? admin : as === 'none' ? undefined : as
    const identity = pair === undefined ? {} : { cert: pair.certificate, key: pair.key }
    const agent = agentFor({ ca: authority.certificate, ...identity })
    // Which certificate it shows is for a rule of its own to say.
    agent.options.rejectUnauthorized = false
    try {
      const url = `https://127.0.0.1:${this.ports.main}${path}`
      // Logs are plain text.
      const headers = { accept: '*/*', ...(token !== undefined && { authorization: `Bearer ${token}` }) }
      const answer = await request({ url, agent, method, headers })
      noteMeans(this.evidence.means, `${method} ${path}`, answer)
      return answer
    } finally {
      agent.destroy()
    }
  }

  /**
   * A connection through its own port to a command that runs in a container.
   * @throws HarnessError `untestable` where it is not granted
   */
  async stream(path: string): Promise<OpenStream> {
    const { authority, admin } = this.#parts.credentials
    const opened = await openStream({
      url: `https://127.0.0.1:${this.ports.main}${path}`,
      ca: authority.certificate,
      cert: admin.certificate,
      key: admin.key,
      headers: { upgrade: 'SPDY/3.1', 'x-stream-protocol-version': 'v4.channel.k8s.io' },
    })
    if (opened instanceof OpenStream) return opened
    noteMeans(this.evidence.means, `POST ${path}`, opened)
    throw new HarnessError('untestable', `A stream was asked for, and the answer was ${opened.status}.`)
  }

  /** One GET to its health port. */
  health(path = '/healthz'): Promise<{ readonly status: number; readonly body: string }> {
    const { health, healthAddress = '127.0.0.1' } = this.ports
    return plainGet(`http://${healthAddress}:${health}${path}`)
  }

  /** One request to the port that asks nobody who he is. */
  readOnly(path: string, method = 'GET'): Promise<{ readonly status: number; readonly body: string }> {
    return plainGet(`http://127.0.0.1:${this.ports.readOnly}${path}`, method)
  }

  /** The path of something in its directory, as it sees it itself. */
  path(name: string): string {
    return join(this.directory, name)
  }

  /** A path of the program's as this process reaches it, whatever file systems the program has of its own. */
  outside(path: string): string {
    return this.#parts.options.mounts === undefined ? path : join(`/proc/${this.processId}/root`, path)
  }

  /** What speaks against its readiness; nothing when it is ready. */
  async readiness(): Promise<string | undefined> {
    const { opens = {}, waitsFor } = this.#parts.options
    if (opens.health !== false) {
      try {
        const { status } = await this.health()
        // What it answers when it is well is for a rule to say.
        if (status >= serverError) return `GET /healthz answered ${status}`
      } catch (thrown) {
        return `the health port: ${messageOf(thrown)}`
      }
    }
    if (opens.main !== false && !(await accepts('127.0.0.1', this.ports.main)))
      return `nothing listens on port ${this.ports.main}`
    return waitsFor?.()
  }
}
