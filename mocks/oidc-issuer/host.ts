import type { RequestHandler } from 'msw'
import type { MockPeer } from '#harness/peer.ts'
import {
  Answers,
  Incoming,
  Journal,
  listen,
  type Listener,
  type ListenerOptions,
  type Presented,
} from '../serving/index.ts'
import type { OidcAnswers, OidcEndpoint, OidcSeen } from './answers.ts'
import { type IssuerOptions, OidcIssuer } from './issuer.ts'

interface Route {
  readonly issuer: OidcIssuer
  readonly endpoint: OidcEndpoint
}

/** Many OpenID providers behind one listener (or several), each at a path of its own. */
export class OidcHost implements MockPeer<OidcSeen, OidcAnswers> {
  readonly role = 'oidc'
  readonly #asked = new Journal<OidcSeen>()
  readonly #told = new Answers<OidcAnswers>()
  readonly #issuers = new Map<string, OidcIssuer>()
  readonly #routes = new Map<string, Route>()
  readonly #listeners: Listener[] = []
  #handlers: readonly RequestHandler[] = []

  /** Listens at one more address: another name, authority or certificate. Every issuer answers on every listener. */
  async listen(options: ListenerOptions = {}): Promise<Listener> {
    const listener = await listen(options, {
      request: (req, res, connection) => {
        const incoming = new Incoming(req, res, connection, listener.origin)
        this.#serve(incoming).catch((thrown: unknown) => incoming.fail(thrown))
      },
      nothingAsked: (seen) => {
        this.#asked.record(seen)
        const [only, other] = this.#issuers.values()
        if (other === undefined) only?.asked.record(seen)
      },
    })
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

  get origin(): string {
    return this.#first.origin
  }

  /** PEM of the authority that signed the first listener's certificate. */
  get certificateAuthority(): string {
    return this.#first.authority.certificate
  }

  /** What all issuers were asked, and on which connections nothing was asked, oldest first. */
  get journal(): readonly OidcSeen[] {
    return this.#asked.entries
  }

  get issuers(): readonly OidcIssuer[] {
    return [...this.#issuers.values()]
  }

  /** The issuer at `<url>/<name>`; made when there is none yet. The empty name is the one at the origin itself. */
  issuer(name: string, options?: IssuerOptions): OidcIssuer {
    const known = this.#issuers.get(name)
    if (known !== undefined && options === undefined) return known
    const issuer = new OidcIssuer(name, this, options)
    this.#issuers.set(name, issuer)
    return issuer
  }

  route(path: string, issuer: OidcIssuer, endpoint: OidcEndpoint): void {
    this.#routes.set(path, { issuer, endpoint })
  }

  /** Replaces the named answers of every issuer that was told nothing else itself. */
  answer(answers: Partial<OidcAnswers>): void {
    this.#told.tell(answers)
  }

  /** Puts msw handlers before every answer, the newest first. */
  use(...handlers: RequestHandler[]): void {
    this.#handlers = [...handlers, ...this.#handlers]
  }

  /** Changes the first listener's certificate and cuts its connections. */
  present(presented: Presented): Promise<void> {
    return this.#first.present(presented)
  }

  /** Forgets all journals, answers and handlers; certificates and keys stay as they are. */
  reset(): void {
    this.#asked.clear()
    this.#told.clear()
    this.#handlers = []
    for (const issuer of this.#issuers.values()) issuer.reset()
  }

  /** Calls back for each entry of the journal as it arrives; the returned function ends that. */
  onAsked(listener: (seen: OidcSeen) => void): () => void {
    return this.#asked.onAsked(listener)
  }

  async stop(): Promise<void> {
    await Promise.all(this.#listeners.map((listener) => listener.stop()))
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop()
  }

  async #serve(incoming: Incoming): Promise<void> {
    const route = this.#routes.get(incoming.path)
    const issuer = route?.issuer ?? this.#meant(incoming.path)
    const seen: OidcSeen = Object.assign(incoming.seen, {
      ...(issuer && { issuer: issuer.name }),
      ...(route && { endpoint: route.endpoint }),
    })
    this.#asked.record(seen)
    issuer?.asked.record(seen)
    if (route === undefined) return incoming.answer(() => '', notFound, this.#handlers)
    const { endpoint } = route
    const told = { ...this.#told.told, ...route.issuer.told.told }
    const honest = told[endpoint] === undefined && this.#handlers.length === 0
    if (honest && !readers.has(incoming.req.method ?? '')) {
      return incoming.answer(() => '', notAllowed)
    }
    if (honest && endpoint !== 'claims') return route.issuer.serveBytes(incoming, endpoint)
    return route.issuer.serve(incoming, endpoint, told, this.#handlers)
  }

  /** Whose path an unknown path is below: what the journal files it under. */
  #meant(path: string): OidcIssuer | undefined {
    for (let end = path.length; end >= 0; end = end === 0 ? -1 : path.lastIndexOf('/', end - 1)) {
      const issuer = this.#issuers.get(path.slice(1, end))
      if (issuer !== undefined) return issuer
    }
    return undefined
  }
}

const readers = new Set(['GET', 'HEAD'])

function notFound(): Response {
  return new Response('no issuer serves this path\n', { status: 404 })
}

function notAllowed(): Response {
  return new Response(null, { status: 405, headers: { allow: 'GET, HEAD' } })
}
