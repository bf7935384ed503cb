import type { Answer, HttpSeen } from '../http/index.ts'

/** Any review object: a typed question that is sent back with its answer filled in. */
export interface Review {
  readonly apiVersion: string
  readonly kind: string
}

/** One review that a webhook was asked for. */
export interface ReviewSeen<Asked extends Review> extends HttpSeen {
  /** The name of the webhook that it was meant for, where the path tells. */
  readonly webhook?: string
  /** The body as it came, where it is a review of the right kind. */
  readonly review?: Asked
  /** Whom or what the review is about: the user of an access review, the token of a token review. */
  readonly subject?: string
}

/** What a webhook can be told to answer otherwise. */
export interface ReviewAnswers<Asked extends Review> {
  readonly review: Answer<Asked>
}

/** What it answers by. */
export const answerNames = ['review'] as const

/** What sets one sort of webhook apart from another. */
export interface ReviewSort<Asked extends Review> {
  /** The peer's role: `authorizer`. */
  readonly role: string
  /** The kind of its reviews: `SubjectAccessReview`. */
  readonly kind: string
  /** When given, the only API group that an honest webhook takes; else whatever group and version it was sent. */
  readonly group?: string | undefined
  subjectOf(review: Asked): string | undefined
  /** The review with the answer of a good webhook. */
  honest(review: Asked): Asked
}

/** The review in a body, or why an honest webhook refuses it. */
export function readReview<Asked extends Review>(
  body: string,
  sort: ReviewSort<Asked>,
): Asked | { refusal: string } {
  let review: unknown
  try {
    review = JSON.parse(body)
  } catch {
    return { refusal: 'the body is not JSON' }
  }
  if (typeof review !== 'object' || review === null) return { refusal: 'the body is not an object' }
  const { apiVersion, kind } = review as Record<string, unknown>
  if (kind !== sort.kind) return { refusal: `kind is ${JSON.stringify(kind)} instead of ${sort.kind}` }
  if (typeof apiVersion !== 'string') return { refusal: 'apiVersion is missing' }
  const [group] = apiVersion.split('/')
  if (sort.group !== undefined && group !== sort.group) {
    return { refusal: `apiVersion is ${apiVersion}, of another group than ${sort.group}` }
  }
  return review as Asked
}
