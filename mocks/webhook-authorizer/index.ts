import { ReviewHost, type ReviewRecord, type ReviewWebhook } from '../webhook/index.ts'
import type { ListenerOptions } from '../http/index.ts'
import { type Decision, withDecision, type Policy } from './honest.ts'
import type { SubjectAccessReview } from './wire.ts'

export { wrongKind, wrongVersion } from '../webhook/index.ts'
export type { Decision, Policy } from './honest.ts'
export { allow, allowAndDeny, deny, evaluationError, noOpinion } from './faults.ts'
export * from './wire.ts'

/**
 * Webhook authorizers behind one listener. `webhook(name)` returns one of them, and `webhook(name).about(user)`
 * returns its part for a user.
 */
export type WebhookAuthorizers = ReviewHost<SubjectAccessReview>
/** Webhook authorizer at a path of its host. */
export type WebhookAuthorizer = ReviewWebhook<SubjectAccessReview>
/** Access review that an authorizer received. */
export type AuthorizationRequest = ReviewRecord<SubjectAccessReview>

/** Listener options of webhook authorizers, and their decisions. */
export interface WebhookAuthorizersOptions extends ListenerOptions {
  /** Decision of an honest authorizer. Default: `allow`. */
  readonly decides?: Decision | Policy
  /** API group that reviews must have, `authorization.orch.io`. Default: any. */
  readonly group?: string
}

/**
 * Starts a host of webhook authorizers that allow everything by default: SubjectAccessReview, v1 and v1beta1.
 * @throws an error whose `code` is `EADDRINUSE` for a port that is in use
 * @example
 * ```ts
 * await using authorizers = await startWebhookAuthorizers({ decides: 'no-opinion' })
 * const authorizer = authorizers.webhook('cluster')
 * authorizer.about('bob').answer({ review: deny('not today') })
 * await writeFile('authorizer.kubeconfig', JSON.stringify(authorizer.clientConfig()))
 * ```
 */
export async function startWebhookAuthorizers(
  options: WebhookAuthorizersOptions = {},
): Promise<WebhookAuthorizers> {
  const { decides = 'allow', group, ...listening } = options
  const policy = typeof decides === 'function' ? decides : () => decides
  const host = new ReviewHost<SubjectAccessReview>({
    role: 'authorizer',
    kind: 'SubjectAccessReview',
    group,
    subjectOf: (review) => review.spec?.user,
    honest: (review) => withDecision(review, policy(review.spec)),
  })
  await host.listen(listening)
  return host
}
