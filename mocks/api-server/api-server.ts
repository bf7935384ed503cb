import type { MockPeer } from '#harness/peer.ts'
import { listen, type Listener } from '../http/index.ts'
import { checkResponse, Scripted } from '../peer/index.ts'
import type { Presented } from '../tls/index.ts'
import { type ApiAnswer, type ApiAnswers, answerNames } from './answers.ts'
import { idleConnectionRecord } from './record-request.ts'
import type { ApiServerRequest } from './request.ts'
import { clientConfiguration, type ClientCredentials } from './client-configuration.ts'
import { Hand } from './object-editor.ts'
import { JournalBodyLimit } from './journal-limit.ts'
import { matchesRequest, type Matching } from './matching.ts'
import { Objects } from './objects/objects.ts'
import type { Author } from './objects/prepare.ts'
import type { ApiServerOptions } from './options.ts'
import type { Refusal } from './model/refusal.ts'
import { Identities } from './requests/identities.ts'
import type { Resource } from './resources/resource.ts'
import { builtInResources, ResourceTable } from './resources/table.ts'
import type { Server } from './server.ts'
import { Store } from './storage/store.ts'
import { type Stream, Streams } from './streams.ts'
import { serve, type RequestHandlerParts } from './wire.ts'

/** Scripted response to the matching requests. */
export interface Rule {
  /** Requests to which the rule applied, oldest first; at most 20,000. */
  readonly asked: readonly ApiServerRequest[]
  /** Ends the rule. Requests on hold stay on hold. */
  end(): void
}

const defaultVersion = 'v1.34.0'
const defaultBookmarkMs = 60_000
// Maximum number of requests in the journal of a rule, which bounds its memory. No check reads as many requests.
const maxRuleEntries = 20_000

/** API server with an in-memory store, for controller managers and node agents. */
export class ApiServer
  extends Scripted<ApiServerRequest, ApiAnswers>
  implements MockPeer<ApiServerRequest, ApiAnswers>
{
  /** Editor of the stored objects. Watches receive its changes like the changes of a client. */
  readonly hand: Hand
  readonly #server: Server
  readonly #streams: Streams
  readonly #bodyLimit = new JournalBodyLimit()
  #rules: { readonly matching: Matching; readonly answer: ApiAnswer; readonly asked: ApiServerRequest[] }[] =
    []
  #listener: Listener | undefined

  /** @internal */
  constructor(options: ApiServerOptions) {
    super('api-server', answerNames)
    const domain = options.groupDomain ?? 'k8s.io'
    const table = new ResourceTable([...builtInResources(domain), ...(options.resources ?? [])])
    const objects = new Objects(new Store(), table)
    this.#server = {
      objects,
      identities: new Identities(options.tokenIssuer ?? 'https://api-server.invalid', options.users),
      version: options.version ?? defaultVersion,
      domain,
      address: () => new URL(this.url).host,
      appliedFields: new Map(),
    }
    this.#streams = new Streams(() => this.answers.overrides, options.bookmarkEveryMs ?? defaultBookmarkMs)
    this.hand = new Hand(objects)
  }

  /**
   * Starts listening. Called once, by `startApiServer`.
   * @internal
   */
  async listen(options: ApiServerOptions): Promise<void> {
    const handlerParts: RequestHandlerParts = {
      server: this.#server,
      streams: this.#streams,
      record: (request) => {
        this.#bodyLimit.add(request)
        this.requestJournal.record(request)
      },
      overrides: () => this.answers.overrides,
      ruleFor: (request) => this.#ruleFor(request),
    }
    this.#listener = await listen(
      { clientCertificates: 'asked', ...options, tls: options.tls ?? false },
      {
        request: (req, res, connection) => void serve(handlerParts, req, res, connection),
        noRequest: (request) => this.requestJournal.record(idleConnectionRecord(request)),
      },
    )
  }

  get #listening(): Listener {
    if (this.#listener === undefined) throw new TypeError('the API server does not listen yet')
    return this.#listener
  }

  get url(): string {
    return this.#listening.origin
  }

  /** PEM of the authority that signed the listener's certificate. */
  get certificateAuthority(): string {
    return this.#listening.authority.certificate
  }

  /** Resource version of the last change. */
  get resourceVersion(): string {
    return String(this.#server.objects.store.revision)
  }

  /** Open watches, oldest first. */
  get watches(): readonly Stream[] {
    return this.#streams.open
  }

  /**
   * Scripts the response to matching requests, until the rule ends. The newest matching rule decides.
   * @throws HarnessError `usage` for an answer that is not a function
   */
  on(matching: Matching, answer: ApiAnswer): Rule {
    checkResponse('api-server', 'a rule', answer)
    const rule = { matching, answer, asked: [] as ApiServerRequest[] }
    this.#rules = [rule, ...this.#rules]
    return {
      asked: rule.asked,
      end: () => {
        this.#rules = this.#rules.filter((candidate) => candidate !== rule)
      },
    }
  }

  /** Adds a resource, also to the discovery documents. */
  addResource(resource: Resource): void {
    this.#server.objects.table.add(resource)
  }

  /** Removes a built-in or added resource; its path then responds 404. */
  withoutResource(name: string): void {
    const { table } = this.#server.objects
    const resource = table.named(name)
    if (resource !== undefined) table.remove(resource)
  }

  /** Registers a bearer token of a user. */
  addUser(token: string, user: Author): void {
    this.#server.identities.add(token, user)
  }

  /** Discards the changes so far, so that watches and lists of older versions receive 410. */
  compact(): void {
    const { store } = this.#server.objects
    store.log.compact(store.revision)
  }

  /**
   * Ends the open watches that match, after an event of type ERROR if one is given. Returns the number of ended
   * watches.
   */
  endWatches(matching: Matching = {}, error?: Refusal): number {
    const endedStreams = this.#streams.open.filter(({ asked: request }) => matchesRequest(request, matching))
    for (const stream of endedStreams) stream.end(error)
    return endedStreams.length
  }

  /** Returns a client configuration file (YAML) that connects a program to this server. */
  clientConfiguration(credentials: ClientCredentials = {}): string {
    const isTls = this.url.startsWith('https:')
    return clientConfiguration(this.url, isTls ? this.certificateAuthority : undefined, credentials)
  }

  /** Replaces the certificate and cuts open connections. */
  present(presented: Presented): Promise<void> {
    return this.#listening.present(presented)
  }

  /** Cuts every open connection. */
  cut(): void {
    this.#listening.cut()
  }

  /** Clears the journal, the scripted responses and the rules; the objects stay. */
  override reset(): void {
    super.reset()
    this.#bodyLimit.clear()
    this.#rules = []
  }

  async stop(): Promise<void> {
    this.#streams.stop()
    await this.#listener?.stop()
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop()
  }

  #ruleFor(request: ApiServerRequest): ApiAnswer | undefined {
    if (this.#rules.length === 0) return undefined
    const rule = this.#rules.find(({ matching }) => matchesRequest(request, matching))
    if (rule === undefined) return undefined
    if (rule.asked.length < maxRuleEntries) rule.asked.push(request)
    return rule.answer
  }
}
