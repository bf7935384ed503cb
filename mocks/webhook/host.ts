import { messageOf } from '#harness/errors.ts'
import {
  separateClients,
  honestly,
  type HttpJournalEntry,
  type Incoming,
  PathHost,
  status,
} from '../http/index.ts'
import {
  answerNames,
  readReview,
  type Review,
  type ReviewAnswers,
  type ReviewRecord,
  type ReviewDefinition,
} from './review.ts'
import { ReviewWebhook } from './webhook.ts'

/** Host of any number of webhooks of one kind behind one listener, each at a separate path. */
export class ReviewHost<Reviewed extends Review> extends PathHost<
  ReviewRecord<Reviewed>,
  ReviewAnswers<Reviewed>,
  ReviewWebhook<Reviewed>
> {
  readonly #sort: ReviewDefinition<Reviewed>

  /** @internal */
  constructor(sort: ReviewDefinition<Reviewed>) {
    super(sort.role, answerNames, separateClients)
    this.#sort = sort
  }

  /** Returns the webhook at `<url>/<name>`, and creates it on first use. */
  webhook(name: string): ReviewWebhook<Reviewed> {
    return this.part(
      name,
      () => new ReviewWebhook<Reviewed>(this.role, name, `${this.url}/${name}`, this.certificateAuthority),
    )
  }

  /** @internal */
  protected noRequest(request: HttpJournalEntry): void {
    this.asked.record(request)
  }

  /** @internal */
  protected async serve(incoming: Incoming): Promise<void> {
    const webhook = this.parts.get(incoming.path.slice(1))
    let body: string | undefined
    try {
      body = await incoming.body()
    } catch (thrown) {
      incoming.seen.error = messageOf(thrown)
    }
    // The entry is recorded after the body, which contains the review. Its time is still that of the arrival.
    const read = body === undefined ? undefined : readReview(body, this.#sort)
    const review = read !== undefined && 'kind' in read ? read : undefined
    const subject = review && this.#sort.subjectOf(review)
    const request: ReviewRecord<Reviewed> = Object.assign(incoming.seen, {
      ...(webhook && { webhook: webhook.name }),
      ...(review && { review }),
      ...(subject !== undefined && { subject, what: `${incoming.seen.what} about ${shorten(subject)}` }),
    })
    const about = subject === undefined ? undefined : webhook?.about(subject)
    for (const concerned of [this, webhook, about]) concerned?.asked.record(request)
    if (read === undefined) return
    if (webhook === undefined)
      return incoming.answer(() => '', status(404, 'no webhook is at this path'), this.handlers)
    if (!('kind' in read)) return incoming.answer(() => '', status(400, read.refusal), this.handlers)
    const { review: answer = honestly } = { ...this.answersOf(webhook), ...about?.answers.overrides }
    return incoming.answer(() => this.#sort.honest(read), answer, this.handlers)
  }
}

function shorten(subject: string): string {
  return subject.length > maxShown ? `${subject.slice(0, maxShown)}…` : subject
}

// A subject may be a token, and a line in the journal is a summary.
const maxShown = 40
