import type { Answer, HttpJournalEntry } from '../http/index.ts'

/** Review object of any kind: a typed request that is returned with its response filled in. */
export interface Review {
  readonly apiVersion: string
  readonly kind: string
}

/** Review that a webhook received. */
export interface ReviewRecord<Reviewed extends Review> extends HttpJournalEntry {
  /** Name of the addressed webhook, if the path contains it. */
  readonly webhook?: string
  /** Body as received, if it is a review of the right kind. */
  readonly review?: Reviewed
  /** Subject of the review: the user of an access review, the token of a token review. */
  readonly subject?: string
}

/** Responses of a webhook that can be scripted. */
export interface ReviewAnswers<Reviewed extends Review> {
  readonly review: Answer<Reviewed>
}

/** Names of the responses that a script may set. */
export const answerNames = ['review'] as const

/** Properties of one kind of webhook. */
export interface ReviewDefinition<Reviewed extends Review> {
  /** Role of the peer: `authorizer`. */
  readonly role: string
  /** Kind of its reviews: `SubjectAccessReview`. */
  readonly kind: string
  /** The only API group that an honest webhook accepts. Default: any group and version. */
  readonly group?: string | undefined
  subjectOf(review: Reviewed): string | undefined
  /** Returns the review with the response of an honest webhook. */
  honest(review: Reviewed): Reviewed
}

/** Returns the review in a body, or the reason why an honest webhook rejects it. */
export function readReview<Reviewed extends Review>(
  body: string,
  definition: ReviewDefinition<Reviewed>,
): Reviewed | { refusal: string } {
  let review: unknown
  try {
    review = JSON.parse(body)
  } catch {
    return { refusal: 'the body is not JSON' }
  }
  if (typeof review !== 'object' || review === null) return { refusal: 'the body is not an object' }
  const { apiVersion, kind } = review as Record<string, unknown>
  if (kind !== definition.kind)
    return { refusal: `kind is ${JSON.stringify(kind)} instead of ${definition.kind}` }
  if (typeof apiVersion !== 'string') return { refusal: 'apiVersion is missing' }
  const [group] = apiVersion.split('/')
  if (definition.group !== undefined && group !== definition.group) {
    return { refusal: `apiVersion is ${apiVersion}, of another group than ${definition.group}` }
  }
  return review as Reviewed
}
