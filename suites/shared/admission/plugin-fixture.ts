import { currentCheck, HarnessError, until } from '#kit'
import { inDialectForm } from '#kit/launch.ts'
import type { ApiServer } from '#harness/programs/api-server.ts'
import { createObject } from '../objects.ts'
import type { PluginPeers } from './plugin-peers.ts'

/** An object as returned by the server. */
export interface CreatedObject {
  readonly metadata: {
    readonly name: string
    readonly uid?: string
    readonly finalizers?: readonly string[]
  }
  readonly spec?: Readonly<Record<string, unknown>>
}

/** Result of a request to create an object: plugins admit it, perhaps changed, or reject it. */
export type CreateResult =
  | { readonly outcome: 'made'; readonly object: CreatedObject }
  | { readonly outcome: 'kept-away' }

// Long enough for a plugin to observe a new object through a watch.
const actsWithinMs = 6_000
const idleForMs = 1_000
const pollIntervalMs = 50
const answerWithinMs = 30_000

let nameCount = 0

/** Returns an unused name. */
export function freshName(purpose: string): string {
  return `${purpose}-${++nameCount}`
}

/** A running server with observed admission plugins. */
export class PluginFixture {
  readonly server: ApiServer
  readonly peers: PluginPeers
  readonly #prepared = new Map<string, Promise<string>>()

  constructor(server: ApiServer, peers: PluginPeers) {
    this.server = server
    this.peers = peers
  }

  /** Returns a separate namespace for one purpose, with the service account of its pods. */
  space(purpose: string, metadata: object = {}): Promise<string> {
    return this.prepareOnce(purpose, async () => {
      const namespaceBody = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: purpose, ...metadata } }
      await createObject(this.server, '/api/v1/namespaces', namespaceBody)
      const account = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'default' } }
      await createObject(this.server, `/api/v1/namespaces/${purpose}/serviceaccounts`, account)
      return purpose
    })
  }

  /** Runs a preparation once for the server, and returns the resulting name. */
  prepareOnce<T extends string>(what: string, prepare: () => Promise<T>): Promise<string> {
    const preparedValue = this.#prepared.get(what) ?? prepare()
    this.#prepared.set(what, preparedValue)
    return preparedValue
  }

  /** Requests the creation of an object, in the documents' words. */
  async requestCreation(path: string, object: object): Promise<CreateResult> {
    currentCheck().needs('objects')
    const dialectBody = inDialectForm(this.server.dialect, object) as object
    const { status, body: text } = await this.server.request({ method: 'POST', path, body: dialectBody })
    if (status === 201) return { outcome: 'made', object: JSON.parse(text) as CreatedObject }
    // The status of a rejection by a plugin is not documented.
    if ([403, 404, 429].includes(status)) return { outcome: 'kept-away' }
    throw new HarnessError('untestable', `POST ${path} answered ${status}: ${text.slice(0, 300)}`)
  }

  /** Returns a text of the documents in the spelling of this server. */
  spellingOf(documented: string): string {
    return this.server.dialect.text(documented)
  }
}

/** Reports whether a server currently behaves as the plugin requires. */
export type PluginProbe = (fixture: PluginFixture) => Promise<boolean>

/** Reports whether a plugin acts within the time limit. */
export async function becomesActive(probe: PluginProbe, fixture: PluginFixture): Promise<boolean> {
  return probeUntil(probe, fixture, actsWithinMs)
}

/** Reports whether a plugin acts, within the longest time that an enabled plugin needs on an idle machine. */
export async function isActive(probe: PluginProbe, fixture: PluginFixture): Promise<boolean> {
  return probeUntil(probe, fixture, idleForMs)
}

async function probeUntil(probe: PluginProbe, fixture: PluginFixture, withinMs: number): Promise<boolean> {
  const giveUpAtMs = performance.now() + withinMs
  let isActing = false
  let lastPollMs = Number.NEGATIVE_INFINITY
  await until(
    async () => {
      const currentMs = performance.now()
      if (currentMs - lastPollMs < pollIntervalMs) return false
      lastPollMs = currentMs
      isActing = await probe(fixture)
      return isActing || currentMs > giveUpAtMs
    },
    { withinMs: withinMs + answerWithinMs, what: 'the plugin was looked at' },
  )
  return isActing
}
