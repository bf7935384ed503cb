import type { MockPeer } from '#harness/peer.ts'
import { type MswHandler, Scripted } from '../peer/index.ts'
import type { Presented } from '../tls/index.ts'
import type { HttpJournalEntry } from './request.ts'
import { Incoming } from './incoming.ts'
import { listen, type Listener, type ListenerOptions } from './listener.ts'

/**
 * Options for hosts that must distinguish their clients. With HTTP/2, one connection would carry the requests for
 * several paths, and a fault that closes it for one path would cut off the requests for the others.
 */
export const separateClients: ListenerOptions = { http2: false, clientCertificates: 'asked' }

/**
 * Host of any number of peers of one kind behind one or more listeners, each below a separate path: `<url>/<name>`. The
 * scripted responses of the host apply to every part without a scripted response.
 */
export abstract class PathHost<
    Entry extends HttpJournalEntry,
    All extends object,
    Part extends Scripted<Entry, All>,
  >
  extends Scripted<Entry, All>
  implements MockPeer<Entry, All>
{
  /**
   * Parts by name.
   * @internal
   */
  protected readonly parts = new Map<string, Part>()
  /**
   * Msw handlers that run before every response, the newest first.
   * @internal
   */
  protected handlers: readonly MswHandler[] = []
  readonly #listeners: Listener[] = []
  readonly #defaultOptions: ListenerOptions

  /**
   * @param names names of the responses that can be scripted
   * @param listenerOptions default options of its listeners
   * @internal
   */
  constructor(role: string, names: readonly (keyof All & string)[], listenerOptions: ListenerOptions = {}) {
    super(role, names)
    this.#defaultOptions = listenerOptions
  }

  /**
   * Records a request in all journals that it concerns, and responds to it.
   * @internal
   */
  protected abstract serve(incoming: Incoming): Promise<void>

  /**
   * Records a connection without a request.
   * @internal
   */
  protected abstract noRequest(request: HttpJournalEntry): void

  /** Listens at another address, with another name, authority or certificate. All parts respond on every listener. */
  async listen(options: ListenerOptions = {}): Promise<Listener> {
    const listener = await listen(
      { ...this.#defaultOptions, ...options },
      {
        request: (req, res, connection) => {
          const incoming = new Incoming(req, res, connection, listener.origin)
          res.once('close', () => this.requestJournal.settle(incoming.entry, incoming.outcome))
          this.serve(incoming).catch((thrown: unknown) => incoming.fail(thrown))
        },
        noRequest: (request) => this.noRequest(request),
      },
    )
    this.#listeners.push(listener)
    return listener
  }

  get #firstListener(): Listener {
    const [firstListener] = this.#listeners
    if (firstListener === undefined) throw new TypeError('the host has no listener yet')
    return firstListener
  }

  /** Origin of the first listener. */
  get url(): string {
    return this.#firstListener.origin
  }

  /** PEM of the authority that signed the first listener's certificate. */
  get certificateAuthority(): string {
    return this.#firstListener.authority.certificate
  }

  /**
   * Returns the part with a name, and creates it on first use.
   * @internal
   */
  protected part(name: string, makePart: () => Part): Part {
    const existingPart = this.parts.get(name) ?? makePart()
    this.parts.set(name, existingPart)
    return existingPart
  }

  /**
   * Returns the scripted responses of a part, with the responses of the host as defaults.
   * @internal
   */
  protected answersOf(part: Part): Partial<All> {
    return { ...this.answers.overrides, ...part.answers.overrides }
  }

  /**
   * Returns the part whose path is the longest prefix of the given path.
   * @internal
   */
  protected partAbove(path: string): Part | undefined {
    for (let end = path.length; end >= 0; end = end === 0 ? -1 : path.lastIndexOf('/', end - 1)) {
      const part = this.parts.get(path.slice(1, end))
      if (part !== undefined) return part
    }
    return undefined
  }

  /** Adds msw handlers before every response, the newest first. */
  use(...handlers: MswHandler[]): void {
    this.handlers = [...handlers, ...this.handlers]
  }

  /** Changes the certificate of the first listener and cuts its connections. */
  present(presented: Presented): Promise<void> {
    return this.#firstListener.present(presented)
  }

  /** Clears all journals, scripted responses and handlers. Certificates and keys are kept. */
  override reset(): void {
    super.reset()
    this.handlers = []
    for (const part of this.parts.values()) part.reset()
  }

  /** Stops all listeners and cuts open connections. A second call has no effect. */
  async stop(): Promise<void> {
    await Promise.all(this.#listeners.map((listener) => listener.stop()))
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop()
  }
}
