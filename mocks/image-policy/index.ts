import { ReviewHost } from '../webhook/index.ts'
import type { ListenerOptions } from '../http/index.ts'
import { withDecision } from './honest.ts'
import type { ImageReview } from './wire.ts'

export { wrongKind, wrongVersion } from '../webhook/index.ts'
export { refuseImages } from './faults.ts'
export type * from './wire.ts'

/** Image policy backends behind one listener. `webhook(name).about(namespace)` is the part for one namespace. */
export type ImagePolicies = ReviewHost<ImageReview>

/** Listener options of image policy backends, and the reviews that they accept. */
export interface ImagePoliciesOptions extends ListenerOptions {
  /** API group that reviews must have, `imagepolicy.orch.io`. Default: any. */
  readonly group?: string
}

/**
 * Starts a host of image policy backends that allow every image by default: ImageReview, v1alpha1.
 * @throws an error whose `code` is `EADDRINUSE` for a port that is in use
 * @example
 * ```ts
 * await using policies = await startImagePolicies()
 * policies.webhook('images').answer({ review: refuseImages('not signed') })
 * ```
 */
export async function startImagePolicies(options: ImagePoliciesOptions = {}): Promise<ImagePolicies> {
  const { group, ...listening } = options
  const host = new ReviewHost<ImageReview>({
    role: 'image-policy',
    kind: 'ImageReview',
    group,
    subjectOf: (review) => review.spec?.namespace,
    honest: (review) => withDecision(review, true),
  })
  await host.listen(listening)
  return host
}
