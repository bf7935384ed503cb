import type { MockPeer } from '#harness/peer.ts'
import { type MswHandler, Scripted } from '../peer/index.ts'
import type { Presented } from '../tls/index.ts'
import type { HttpSeen } from './http-seen.ts'
import { Incoming } from './incoming.ts'
import { listen, type Listener, type ListenerOptions } from './listener.ts'

/** For peers whose clients are told apart. They share an HTTP/2 connection between parts, and a lie about one would cut the others. */
export const apart: ListenerOptions = { http2: false, clientCertificates: 'asked' }

/**
 * Any number of peers of one sort behind one listener (or several), each below a path of its own: `<url>/<name>`. What
 * the host was told to answer holds for every one of them that was told nothing else itself.
 */
export abstract class PathHost<Asked extends HttpSeen, All extends object, Part extends Scripted<Asked, All>>
  extends Scripted<Asked, All>
  implements MockPeer<Asked, All>
{
  /**
   * Those that are here, by name.
   * @internal
   */
  protected readonly parts = new Map<string, Part>()
  /**
   * The msw handlers that come before every answer, the newest first.
   * @internal
   */
  protected handlers: readonly MswHandler[] = []
  readonly #listeners: Listener[] = []
  readonly #usual: ListenerOptions

  /**
   * @param names what it can be told to answer otherwise
   * @param usual how it listens unless a listener is told otherwise
   * @internal
   */
  constructor(role: string, names: readonly (keyof All & string)[], usual: ListenerOptions = {}) {
    super(role, names)
    this.#usual = usual
  }

  /**
   * Records one request, in the journals of all that it concerns, and answers it.
   * @internal
   */
  protected abstract serve(incoming: Incoming): Promise<void>

  /**
   * Records a connection on which nothing was asked.
   * @internal
   */
  protected abstract nothingAsked(seen: HttpSeen): void

  /** Listens at one more address: another name, authority or certificate. All answer on every listener. */
  async listen(options: ListenerOptions = {}): Promise<Listener> {
    const listener = await listen(
      { ...this.#usual, ...options },
      {
        request: (req, res, connection) => {
          const incoming = new Incoming(req, res, connection, listener.origin)
          res.once('close', () => this.asked.settle(incoming.seen, incoming.outcome))
          this.serve(incoming).catch((thrown: unknown) => incoming.fail(thrown))
        },
        nothingAsked: (seen) => this.nothingAsked(seen),
      },
    )
    this.#listeners.push(listener)
    return listener
  }

  get #first(): Listener {
    const [first] = this.#listeners
    if (first === undefined) throw new TypeError('the host has no listener yet')
    return first
  }

  /** The first listener's origin. */
  get url(): string {
    return this.#first.origin
  }

  /** PEM of the authority that signed the first listener's certificate. */
  get certificateAuthority(): string {
    return this.#first.authority.certificate
  }

  /**
   * The part of a name; made when there is none yet.
   * @internal
   */
  protected part(name: string, made: () => Part): Part {
    const known = this.parts.get(name) ?? made()
    this.parts.set(name, known)
    return known
  }

  /**
   * What a part answers: what it was told itself, or else what the host was.
   * @internal
   */
  protected answersOf(part: Part): Partial<All> {
    return { ...this.answers.overrides, ...part.answers.overrides }
  }

  /**
   * The one whose path is the longest that this path is below.
   * @internal
   */
  protected partAbove(path: string): Part | undefined {
    for (let end = path.length; end >= 0; end = end === 0 ? -1 : path.lastIndexOf('/', end - 1)) {
      const part = this.parts.get(path.slice(1, end))
      if (part !== undefined) return part
    }
    return undefined
  }

  /** Puts msw handlers before every answer, the newest first. */
  use(...handlers: MswHandler[]): void {
    this.handlers = [...handlers, ...this.handlers]
  }

  /** Changes the first listener's certificate and cuts its connections. */
  present(presented: Presented): Promise<void> {
    return this.#first.present(presented)
  }

  /** Forgets all journals, answers and handlers; certificates and keys stay as they are. */
  override reset(): void {
    super.reset()
    this.handlers = []
    for (const part of this.parts.values()) part.reset()
  }

  /** Stops listening everywhere and cuts open connections; stopping twice is harmless. */
  async stop(): Promise<void> {
    await Promise.all(this.#listeners.map((listener) => listener.stop()))
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop()
  }
}
