import type { ApiServer, ReviewAnswer } from '#mocks/api-server/index.ts'

/** What a review asks about, as far as checks look. */
export interface ReviewSpec {
  readonly token?: string
  readonly user?: string
  readonly groups?: readonly string[]
  readonly resourceAttributes?: { readonly subresource?: string }
}

/** The specs of the reviews of a sort that the API server was asked for, oldest first. */
export function reviews(api: ApiServer, resource: 'tokenreviews' | 'subjectaccessreviews'): ReviewSpec[] {
  return api.journal
    .filter(({ path, method }) => method === 'POST' && path.endsWith(`/${resource}`))
    .map(({ body }) => (body as { readonly spec?: ReviewSpec }).spec ?? {})
}

/** What the API server says of tokens and of permissions: `good` is of alice, whom everything is permitted but `/pods`. */
export const knowingAlice: {
  readonly tokenReview: ReviewAnswer
  readonly subjectAccessReview: ReviewAnswer
} = {
  tokenReview: (_, { body }) => {
    const { spec } = body as { readonly spec: ReviewSpec }
    return spec.token?.startsWith('good')
      ? { authenticated: true, user: { username: 'alice', groups: ['team'] } }
      : { authenticated: false }
  },
  subjectAccessReview: (_, { body }) => {
    const { spec } = body as { readonly spec: ReviewSpec }
    return { allowed: spec.user?.startsWith('mallory') !== true }
  },
}
