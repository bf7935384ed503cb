import type { Review } from '../webhook/index.ts'

/** ImageReview of version v1alpha1 as it is sent. */
export interface ImageReview extends Review {
  readonly spec: {
    readonly containers?: readonly { readonly image?: string }[]
    readonly annotations?: Readonly<Record<string, string>>
    readonly namespace?: string
  }
  readonly status?: {
    readonly allowed: boolean
    readonly reason?: string
    readonly auditAnnotations?: Readonly<Record<string, string>>
  }
}
