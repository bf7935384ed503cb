import { type HttpJournalEntry, type Incoming, PathHost } from '../http/index.ts'
import { answerNames, type OidcAnswers, type OidcEndpoint, type OidcRequest } from './answers.ts'
import { type LoginEndpoint, loginEndpoints } from './logins.ts'
import { type IssuerOptions, OidcIssuer } from './issuer.ts'

interface Route {
  readonly issuer: OidcIssuer
  readonly endpoint: OidcEndpoint | LoginEndpoint
}

/** Host of many OpenID providers behind one or more listeners, each at a separate path. */
export class OidcHost extends PathHost<OidcRequest, OidcAnswers, OidcIssuer> {
  readonly #routes = new Map<string, Route>()

  /** @internal */
  constructor() {
    super('oidc', answerNames)
  }

  /** All issuers that were created so far. */
  get issuers(): readonly OidcIssuer[] {
    return [...this.parts.values()]
  }

  /**
   * Returns the issuer at `<url>/<name>`, and creates it on first use. The empty name is the issuer at the origin,
   * without a path.
   */
  issuer(name: string, options?: IssuerOptions): OidcIssuer {
    const existingIssuer = this.parts.get(name)
    if (existingIssuer !== undefined && options === undefined) return existingIssuer
    const issuer = new OidcIssuer(name, this, options)
    this.parts.set(name, issuer)
    return issuer
  }

  /**
   * Serves an endpoint of an issuer at one exact path, on every listener.
   * @internal
   */
  route(path: string, issuer: OidcIssuer, endpoint: OidcEndpoint | LoginEndpoint): void {
    this.#routes.set(path, { issuer, endpoint })
  }

  protected noRequest(request: HttpJournalEntry): void {
    this.requestJournal.record(request)
    const [soleIssuer, secondIssuer] = this.parts.values()
    if (secondIssuer === undefined) soleIssuer?.requestJournal.record(request)
  }

  protected async serve(incoming: Incoming): Promise<void> {
    const route = this.#routes.get(incoming.path)
    // An unknown path is recorded for the issuer whose path contains it.
    const issuer = route?.issuer ?? this.partAbove(incoming.path)
    const request: OidcRequest = Object.assign(incoming.entry, {
      ...(issuer && { issuer: issuer.name }),
      ...(route && { endpoint: route.endpoint }),
    })
    this.requestJournal.record(request)
    issuer?.requestJournal.record(request)
    if (route === undefined) return incoming.answer(() => '', notFound, this.handlers)
    const { endpoint } = route
    if (isLoginEndpoint(endpoint)) return route.issuer.login(incoming, endpoint, this.handlers)
    const answers = this.answersOf(route.issuer)
    const isHonest = answers[endpoint] === undefined && this.handlers.length === 0
    if (isHonest && !readMethods.has(incoming.req.method ?? '')) {
      return incoming.answer(() => '', methodNotAllowed)
    }
    if (isHonest && endpoint !== 'claims') return route.issuer.serveBytes(incoming, endpoint)
    return route.issuer.serve(incoming, endpoint, answers, this.handlers)
  }
}

function isLoginEndpoint(endpoint: OidcEndpoint | LoginEndpoint): endpoint is LoginEndpoint {
  return (loginEndpoints as readonly string[]).includes(endpoint)
}

const readMethods = new Set(['GET', 'HEAD'])

function notFound(): Response {
  return new Response('no issuer serves this path\n', { status: 404 })
}

function methodNotAllowed(): Response {
  return new Response(null, { status: 405, headers: { allow: 'GET, HEAD' } })
}
