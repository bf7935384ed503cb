import { type ApiServer, Refusal, type ReviewAnswer } from '#mocks/api-server/index.ts'

/** What a review asks about, as far as checks look. */
export interface ReviewSpec {
  readonly token?: string
  readonly user?: string
  readonly groups?: readonly string[]
  readonly resourceAttributes?: object
  readonly nonResourceAttributes?: object
}

/** The specs of the reviews of a sort that the API server was asked for, oldest first. */
export function reviews(api: ApiServer, resource: 'tokenreviews' | 'subjectaccessreviews'): ReviewSpec[] {
  return api.journal
    .filter(({ path, method }) => method === 'POST' && path.endsWith(`/${resource}`))
    .map(({ body }) => (body as { readonly spec?: ReviewSpec }).spec ?? {})
}

/** What the API server says of tokens and of permissions: `good` is of alice, whom everything is permitted; who is called `trouble` cannot be looked at. */
export const knowingAlice: {
  readonly tokenReview: ReviewAnswer
  readonly subjectAccessReview: ReviewAnswer
} = {
  tokenReview: (_, { body }) => {
    const { spec } = body as { readonly spec: ReviewSpec }
    if (spec.token?.startsWith('trouble')) throw new Refusal(500, 'told to fail')
    return spec.token?.startsWith('good')
      ? { authenticated: true, user: { username: 'alice', groups: ['team'] } }
      : { authenticated: false }
  },
  subjectAccessReview: (_, { body }) => {
    const { spec } = body as { readonly spec: ReviewSpec }
    if (spec.user?.startsWith('trouble')) throw new Refusal(500, 'told to fail')
    return { allowed: spec.user?.startsWith('mallory') !== true }
  },
}
