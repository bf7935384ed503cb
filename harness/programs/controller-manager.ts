import type { Agent } from 'node:https'
import { runningCheck } from '../check/context.ts'
import { agentFor, type HttpAnswer } from '../client/https.ts'
import type { Dialect } from '../dialect/dialect.ts'
import { dialectOf } from '../target/dialects.ts'
import { needsFlags } from '../dialect/version-differences.ts'
import { HarnessError, messageOf } from '../errors.ts'
import { attempt, type Attempt, type Pace } from '../launch/attempt.ts'
import {
  type ConfigurationTree,
  leavesOf,
  withoutPointers,
  mergeTrees,
  type ReportedValue,
  reportedAt,
} from '../launch/configuration.ts'
import { type FileValue, type Flags } from '../launch/flags.ts'
import { freePort } from '../launch/free-port.ts'
import type { Exit } from '../launch/program.ts'
import { type LaunchedProgram, RunningProgram } from '../launch/running.ts'
import { spawnProgram } from '../launch/spawn.ts'
import type { Peer } from '../peer.ts'
import type { RunSettings } from '../target/settings.ts'
import { credentials } from './credentials.ts'
import { requireSettable, managerArguments, type ManagerRole } from './manager-arguments.ts'
import { sendRecorded } from './recorded-request.ts'

export type { ManagerRole }

/** Start options of one controller manager, in the documents' words. */
export interface ControllerManagerOptions {
  readonly settings: RunSettings
  /** Role of the program; default `controller-manager`. */
  readonly role?: ManagerRole
  /** A complete configuration except for `Generic.Port` and `Generic.Address`, which the harness sets. */
  readonly usual: ConfigurationTree
  /** Configuration under test: overrides the usual configuration, and must be passed to the program. */
  readonly stated?: ConfigurationTree
  /** JSON pointers of leaves that the configuration leaves out. */
  readonly without?: readonly string[]
  /**
   * Returns the whole file in place of a configuration, once the port and the path of the client file are known.
   */
  readonly whole?: (configuration: ConfigurationTree) => FileValue['content']
  /** Flags in addition to the flags that pass the configuration. */
  readonly flags?: Flags
  /** Variables added to the environment of the manager. */
  readonly env?: Readonly<Record<string, string>>
  /** Peers whose journals belong in the timeline. */
  readonly peers?: readonly Peer[]
  /** External fact that readiness requires, in addition to a response on the port of the manager. */
  readonly awaits?: AwaitedFact
}

/** A fact that must become true, with its description for the error if it does not. */
export interface AwaitedFact {
  readonly what: string
  readonly isTrue: () => boolean
}

/** A running controller manager of the implementation under test. */
export class ControllerManager extends RunningProgram {
  /** Base URL: `http://127.0.0.1:PORT`, without a path. */
  readonly url: string
  readonly dialect: Dialect
  readonly #agent: Agent | undefined
  readonly #awaits: AwaitedFact | undefined

  constructor(launched: LaunchedProgram, parts: ManagerParts) {
    super(launched)
    this.url = parts.url
    this.dialect = parts.dialect
    this.#agent = parts.agent
    this.#awaits = parts.awaits
  }

  /** Sends one GET request to the port of the manager, recorded in the manager's timeline. */
  async get(path: string, withinMs?: number): Promise<HttpAnswer> {
    const url = this.url + path
    const options = { url, agent: this.#agent, ...(withinMs === undefined ? {} : { withinMs }) }
    try {
      return await sendRecorded(this, { requestLine: `GET ${path}` }, options)
    } catch (thrown) {
      if (this.program.exit !== undefined) throw this.crash(`during GET ${path}`, thrown)
      throw thrown
    }
  }

  /**
   * Returns the reason why the manager is not ready: it must respond on its port, and the awaited fact must be true.
   */
  async readiness(withinMs: number): Promise<string | undefined> {
    try {
      // Any response is sufficient: the documents promise neither this path nor the status of its response.
      await this.get('/healthz', withinMs)
    } catch (thrown) {
      return `GET ${this.url}/healthz: ${messageOf(thrown)}`
    }
    return this.#awaits === undefined || this.#awaits.isTrue() ? undefined : `not yet: ${this.#awaits.what}`
  }

  /**
   * Returns the effective configuration that the program itself shows.
   * @returns a function that reads the documented leaf of a JSON pointer
   * @throws HarnessError `not-applicable` if the dialect knows no page with the configuration, or the target declares
   * that there is none
   */
  async configuration(): Promise<(pointer: string) => ReportedValue> {
    const { readBack } = this.dialect.programs[this.role]
    if (readBack === undefined)
      throw new HarnessError('not-applicable', 'The dialect knows no way to read the configuration back.')
    runningCheck()?.needs('configuration-page')
    const { status, body } = await this.get(readBack.path)
    if (status !== 200)
      throw new HarnessError(
        'untestable',
        `GET ${readBack.path} answered ${status}, so the configuration was not seen: ${body.slice(0, 300)}`,
      )
    const document: unknown = JSON.parse(body)
    return (pointer) => reportedAt(document, readBack, pointer)
  }

  override async stop(): Promise<Exit> {
    this.#agent?.destroy()
    return super.stop()
  }
}

interface ManagerParts {
  readonly url: string
  readonly dialect: Dialect
  readonly agent: Agent | undefined
  readonly awaits: AwaitedFact | undefined
}

/** Starts the program without waiting for it. */
async function spawnControllerManager(options: ControllerManagerOptions): Promise<ControllerManager> {
  const { settings, role = 'controller-manager', stated = {}, without = [], awaits } = options
  const dialect = dialectOf(settings.target)
  const { needs, flags: usualFlags = {} } = dialect.programs[role]
  requireSettable(dialect, role, [...leavesOf(stated).keys()])
  const isSecure = needs.includes('serving-certificate')
  const { authority, files } = await credentials(dialect)
  const servingFlags = { '--tls-cert-file': files.serving, '--tls-private-key-file': files.servingKey }
  const genericConfiguration = { Generic: { Port: await freePort(), Address: '127.0.0.1' } }
  const defaultConfiguration = mergeTrees(genericConfiguration, options.usual)
  const configuration = withoutPointers(mergeTrees(defaultConfiguration, stated), without)
  const managerFlags = managerArguments(dialect, role, configuration, options.whole)
  needsFlags(dialect, role, { ...managerFlags, ...options.flags })
  const launched = await spawnProgram({
    settings,
    role,
    flags: { ...managerFlags, ...(isSecure ? servingFlags : {}), ...usualFlags, ...options.flags },
    env: options.env,
    peers: options.peers,
  })
  return new ControllerManager(launched, {
    url: `${isSecure ? 'https' : 'http'}://${placeOf(configuration)}`,
    dialect,
    agent: isSecure ? agentFor({ ca: authority.certificate }) : undefined,
    awaits,
  })
}

/** Starts a controller manager and waits until it is ready or has ended; kills it at the limit. */
export function attemptControllerManager(
  options: ControllerManagerOptions,
  withinMs: number,
  pace?: Pace,
): Promise<Attempt<ControllerManager>> {
  return attempt({
    spawn: () => spawnControllerManager(options),
    readiness: (manager, lookMs) => manager.readiness(lookMs),
    withinMs,
    ...(pace && { pace }),
  })
}

/** Returns the host and the port of a manager. Loopback replaces an address that means all interfaces. */
function placeOf(configuration: ConfigurationTree): string {
  const leaves = leavesOf(configuration)
  const address = String(leaves.get('/Generic/Address'))
  return `${address === '0.0.0.0' ? '127.0.0.1' : address}:${String(leaves.get('/Generic/Port'))}`
}
