import { Scripted } from '../peer/index.ts'
import { type ClientConfig, clientConfig, type Credentials } from './client-config.ts'
import { answerNames, type Review, type ReviewAnswers, type ReviewRecord } from './review.ts'

/** Part of a webhook for one subject, with a separate journal and scripted response. */
export type ReviewSubject<Reviewed extends Review> = Scripted<ReviewRecord<Reviewed>, ReviewAnswers<Reviewed>>

/** Webhook at a path of its host. */
export class ReviewWebhook<Reviewed extends Review> extends Scripted<
  ReviewRecord<Reviewed>,
  ReviewAnswers<Reviewed>
> {
  readonly name: string
  readonly url: string
  /** PEM of the authority that signed the listener's certificate. */
  readonly certificateAuthority: string
  readonly #subjects = new Map<string, ReviewSubject<Reviewed>>()

  /** @internal */
  constructor(role: string, name: string, url: string, certificateAuthority: string) {
    super(role, answerNames)
    this.name = name
    this.url = url
    this.certificateAuthority = certificateAuthority
  }

  /** Returns the part of the webhook for one subject, with the requests and scripted responses of the subject. */
  about(subject: string): ReviewSubject<Reviewed> {
    const existingSubject: ReviewSubject<Reviewed> =
      this.#subjects.get(subject) ?? new Scripted(this.role, answerNames)
    this.#subjects.set(subject, existingSubject)
    return existingSubject
  }

  /** Returns the client configuration file for this webhook: an object to be written as YAML or JSON. */
  clientConfig(credentials: Credentials = {}): ClientConfig {
    return clientConfig({ server: this.url, certificateAuthority: this.certificateAuthority, ...credentials })
  }

  override reset(): void {
    super.reset()
    for (const subject of this.#subjects.values()) subject.reset()
  }
}
