import { ReviewHost } from '../webhook/index.ts'
import type { ListenerOptions } from '../http/index.ts'
import { withResponse } from './honest.ts'
import type { AdmissionReview } from './wire.ts'

export { wrongKind, wrongVersion } from '../webhook/index.ts'
export { refuse, warn, wrongUid } from './faults.ts'
export type * from './wire.ts'

/** Validating webhooks on one listener; `webhook(name).about(object name)` is the part for one object. */
export type AdmissionWebhooks = ReviewHost<AdmissionReview>

/** Listener options of admission webhooks, and the reviews that they accept. */
export interface AdmissionWebhooksOptions extends ListenerOptions {
  /** API group that reviews must have, `admission.orch.io`; default: any. */
  readonly group?: string
}

/**
 * Starts a host of validating webhooks that admit everything by default: AdmissionReview, v1 and v1beta1.
 * @throws an error whose `code` is `EADDRINUSE` for a port that is taken
 * @example
 * ```ts
 * await using webhooks = await startAdmissionWebhooks()
 * webhooks.webhook('policy').about('my-pod').answer({ review: refuse('no such image', 403) })
 * ```
 */
export async function startAdmissionWebhooks(
  options: AdmissionWebhooksOptions = {},
): Promise<AdmissionWebhooks> {
  const { group, ...listening } = options
  const host = new ReviewHost<AdmissionReview>({
    role: 'admission-webhook',
    kind: 'AdmissionReview',
    group,
    subjectOf: (review) => review.request?.name,
    honest: (review) => withResponse(review, { allowed: true }),
  })
  await host.listen(listening)
  return host
}
