import { currentCheck } from '#harness/check/context.ts'
import { spell } from '#harness/dialect/spell.ts'
import { HarnessError } from '#harness/errors.ts'
import type { ApiServer } from '#harness/programs/api-server.ts'
import { until } from '#harness/machine/until.ts'
import { createObject } from '../objects.ts'
import type { PluginPeers } from './plugin-peers.ts'

/** An object as the server gives it. */
export interface Made {
  readonly metadata: {
    readonly name: string
    readonly uid?: string
    readonly finalizers?: readonly string[]
  }
  readonly spec?: Readonly<Record<string, unknown>>
}

/** What came of an attempt to make something: plugins admit it, perhaps changed, or keep it away. */
export type Attempt = { readonly outcome: 'made'; readonly object: Made } | { readonly outcome: 'kept-away' }

// Some plugins look at lists that the server follows; it takes a moment until these know a new object.
const actsWithinMs = 6_000
const idleForMs = 1_000
const lookEveryMs = 50
const answerWithinMs = 30_000

let names = 0

/** A name that nothing has yet. */
export function freshName(purpose: string): string {
  return `${purpose}-${++names}`
}

/** One running server whose admission plugins are looked at. */
export class PluginWorld {
  readonly server: ApiServer
  readonly peers: PluginPeers
  readonly #prepared = new Map<string, Promise<string>>()

  constructor(server: ApiServer, peers: PluginPeers) {
    this.server = server
    this.peers = peers
  }

  /** A namespace of its own for one purpose, with the service account that pods in it run as. */
  space(purpose: string, metadata: object = {}): Promise<string> {
    return this.once(purpose, async () => {
      const body = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: purpose, ...metadata } }
      await createObject(this.server, '/api/v1/namespaces', body)
      const account = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'default' } }
      await createObject(this.server, `/api/v1/namespaces/${purpose}/serviceaccounts`, account)
      return purpose
    })
  }

  /** Does something that is to be done once for the server; gives a name that came of it. */
  once<T extends string>(what: string, prepare: () => Promise<T>): Promise<string> {
    const known = this.#prepared.get(what) ?? prepare()
    this.#prepared.set(what, known)
    return known
  }

  /** Attempts to make an object, in the documents' words. */
  async attempt(path: string, object: object): Promise<Attempt> {
    currentCheck().needs('objects')
    const body = spell(this.server.dialect, object) as object
    const { status, body: said } = await this.server.request({ method: 'POST', path, body })
    if (status === 201) return { outcome: 'made', object: JSON.parse(said) as Made }
    // How a plugin says no is not documented: for want of a namespace, of a right, or for too many.
    if ([403, 404, 429].includes(status)) return { outcome: 'kept-away' }
    throw new HarnessError('untestable', `POST ${path} answered ${status}: ${said.slice(0, 300)}`)
  }

  /** A text of the documents as this server spells it. */
  spelled(documented: string): string {
    return this.server.dialect.text(documented)
  }
}

/** Looks at one plugin once: whether it does what the plugin of that name does. */
export type Look = (world: PluginWorld) => Promise<boolean>

/** Whether a plugin acts before its time is up. */
export async function comesToAct(look: Look, world: PluginWorld): Promise<boolean> {
  return lookUntil(look, world, actsWithinMs)
}

/** Whether a plugin acts, looked at as long as one that is on takes at most on a quiet machine. */
export async function actsNow(look: Look, world: PluginWorld): Promise<boolean> {
  return lookUntil(look, world, idleForMs)
}

async function lookUntil(look: Look, world: PluginWorld, withinMs: number): Promise<boolean> {
  const giveUpAtMs = performance.now() + withinMs
  let acts = false
  let lookedAtMs = Number.NEGATIVE_INFINITY
  await until(
    async () => {
      const now = performance.now()
      if (now - lookedAtMs < lookEveryMs) return false
      lookedAtMs = now
      acts = await look(world)
      return acts || now > giveUpAtMs
    },
    { withinMs: withinMs + answerWithinMs, what: 'the plugin was looked at' },
  )
  return acts
}
