import type { RequestHandler } from 'msw'
import { messageOf } from '#harness/errors.ts'
import type { MockPeer } from '#harness/peer.ts'
import {
  Answers,
  honestly,
  Incoming,
  Journal,
  listen,
  type Listener,
  type ListenerOptions,
  type Presented,
  status,
} from '../serving/index.ts'
import { readReview, type Review, type ReviewAnswers, type ReviewSeen, type ReviewSort } from './review.ts'
import { ReviewWebhook } from './webhook.ts'

/** Any number of webhooks of one sort behind one listener, each at a path of its own. */
export class ReviewHost<Asked extends Review> implements MockPeer<ReviewSeen<Asked>, ReviewAnswers<Asked>> {
  readonly role: string
  readonly #sort: ReviewSort<Asked>
  readonly #asked = new Journal<ReviewSeen<Asked>>()
  readonly #told = new Answers<ReviewAnswers<Asked>>()
  readonly #webhooks = new Map<string, ReviewWebhook<Asked>>()
  #listener: Listener | undefined
  #handlers: readonly RequestHandler[] = []

  constructor(sort: ReviewSort<Asked>) {
    this.role = sort.role
    this.#sort = sort
  }

  async listen(options: ListenerOptions): Promise<void> {
    // Clients share an HTTP/2 connection between webhooks, and a lie about one would then cut the others.
    const listener = await listen(
      { http2: false, clientCertificates: 'asked', ...options },
      {
        request: (req, res, connection) => {
          const incoming = new Incoming(req, res, connection, listener.origin)
          this.#serve(incoming).catch((thrown: unknown) => incoming.fail(thrown))
        },
        nothingAsked: (seen) => this.#asked.record(seen),
      },
    )
    this.#listener = listener
  }

  get #listening(): Listener {
    if (this.#listener === undefined) throw new TypeError('the host does not listen yet')
    return this.#listener
  }

  get url(): string {
    return this.#listening.origin
  }

  /** PEM of the authority that signed the listener's certificate. */
  get certificateAuthority(): string {
    return this.#listening.authority.certificate
  }

  /** What all webhooks were asked, and on which connections nothing was asked, oldest first. */
  get journal(): readonly ReviewSeen<Asked>[] {
    return this.#asked.entries
  }

  /** The webhook at `<url>/<name>`; made when there is none yet. */
  webhook(name: string): ReviewWebhook<Asked> {
    const known =
      this.#webhooks.get(name) ??
      new ReviewWebhook<Asked>(this.role, name, `${this.url}/${name}`, this.certificateAuthority)
    this.#webhooks.set(name, known)
    return known
  }

  /** Replaces the answers of every webhook that was told nothing else itself. */
  answer(answers: Partial<ReviewAnswers<Asked>>): void {
    this.#told.tell(answers)
  }

  /** Puts msw handlers before every answer, the newest first. */
  use(...handlers: RequestHandler[]): void {
    this.#handlers = [...handlers, ...this.#handlers]
  }

  /** Changes the certificate and cuts open connections. */
  present(presented: Presented): Promise<void> {
    return this.#listening.present(presented)
  }

  /** Forgets all journals, answers and handlers; the certificate stays as it is. */
  reset(): void {
    this.#asked.clear()
    this.#told.clear()
    this.#handlers = []
    for (const webhook of this.#webhooks.values()) webhook.reset()
  }

  /** Calls back for each entry of the journal as it arrives; the returned function ends that. */
  onAsked(listener: (seen: ReviewSeen<Asked>) => void): () => void {
    return this.#asked.onAsked(listener)
  }

  async stop(): Promise<void> {
    await this.#listener?.stop()
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop()
  }

  async #serve(incoming: Incoming): Promise<void> {
    const webhook = this.#webhooks.get(incoming.path.slice(1))
    let body: string | undefined
    try {
      body = await incoming.body()
    } catch (thrown) {
      incoming.seen.error = messageOf(thrown)
    }
    // The journal waits for the body, because what was asked is in there; its time is still the arrival.
    const read = body === undefined ? undefined : readReview(body, this.#sort)
    const review = read !== undefined && 'kind' in read ? read : undefined
    const subject = review && this.#sort.subjectOf(review)
    const seen: ReviewSeen<Asked> = Object.assign(incoming.seen, {
      ...(webhook && { webhook: webhook.name }),
      ...(review && { review }),
      ...(subject !== undefined && { subject, what: `${incoming.seen.what} about ${shorten(subject)}` }),
    })
    this.#asked.record(seen)
    webhook?.asked.record(seen)
    const about = subject === undefined ? undefined : webhook?.about(subject)
    about?.asked.record(seen)
    if (read === undefined) return
    if (webhook === undefined)
      return incoming.answer(() => '', status(404, 'no webhook is at this path'), this.#handlers)
    const told = { ...this.#told.told, ...webhook.told.told, ...about?.told.told }.review
    if (!('kind' in read)) return incoming.answer(() => '', status(400, read.refusal), this.#handlers)
    return incoming.answer(() => this.#sort.honest(read), told ?? honestly, this.#handlers)
  }
}

function shorten(subject: string): string {
  return subject.length > mostShown ? `${subject.slice(0, mostShown)}…` : subject
}

// A subject may be a token, and a line is for a glance.
const mostShown = 40
