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
  readonly #definition: ReviewDefinition<Reviewed>

  /** @internal */
  constructor(definition: ReviewDefinition<Reviewed>) {
    super(definition.role, answerNames, separateClients)
    this.#definition = definition
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
    this.requestJournal.record(request)
  }

  /** @internal */
  protected async serve(incoming: Incoming): Promise<void> {
    const webhook = this.parts.get(incoming.path.slice(1))
    let body: string | undefined
    try {
      body = await incoming.body()
    } catch (thrown) {
      incoming.entry.error = messageOf(thrown)
    }
    // The entry is recorded after the body, which contains the review. Its time is still that of the arrival.
    const parsedReview = body === undefined ? undefined : readReview(body, this.#definition)
    const review = parsedReview !== undefined && 'kind' in parsedReview ? parsedReview : undefined
    const subject = review && this.#definition.subjectOf(review)
    const request: ReviewRecord<Reviewed> = Object.assign(incoming.entry, {
      ...(webhook && { webhook: webhook.name }),
      ...(review && { review }),
      ...(subject !== undefined && {
        subject,
        what: `${incoming.entry.what} about ${shortenSubject(subject)}`,
      }),
    })
    const subjectScript = subject === undefined ? undefined : webhook?.about(subject)
    for (const recipient of [this, webhook, subjectScript]) recipient?.requestJournal.record(request)
    if (parsedReview === undefined) return
    if (webhook === undefined)
      return incoming.answer(() => '', status(404, 'no webhook is at this path'), this.handlers)
    if (!('kind' in parsedReview))
      return incoming.answer(() => '', status(400, parsedReview.refusal), this.handlers)
    const { review: answer = honestly } = { ...this.answersOf(webhook), ...subjectScript?.answers.overrides }
    return incoming.answer(() => this.#definition.honest(parsedReview), answer, this.handlers)
  }
}

function shortenSubject(subject: string): string {
  return subject.length > maxSubjectLength ? `${subject.slice(0, maxSubjectLength)}…` : subject
}

// Maximum length of a subject in a line of the journal, because a subject may be a token.
const maxSubjectLength = 40
