import { credentials } from '#harness/programs/credentials.ts'
import {
  type ApiAnswer,
  type ApiServer,
  hangUp,
  Refusal,
  type ReviewAnswer,
} from '#mocks/api-server/index.ts'
import { targetDialect } from '../../../shared/dialect.ts'

/** Requested path, which requires a single permission. */
export const path = '/metrics'

/** Issues a client certificate of the agents' authority. */
export async function certificateOf(commonName: string, organizations: readonly string[] = ['crew']) {
  const { authority } = await credentials(targetDialect())
  return authority.issue({ commonName, organizations, usage: 'client', hosts: [] })
}

/** Spec of a review, with the fields that checks read. */
export interface ReviewSpec {
  readonly token?: string
  readonly user?: string
  readonly groups?: readonly string[]
  readonly resourceAttributes?: object
  readonly nonResourceAttributes?: object
}

/** Returns the specs of the reviews of a kind that the API server received, oldest first. */
export function reviews(api: ApiServer, resource: 'tokenreviews' | 'subjectaccessreviews'): ReviewSpec[] {
  return api.journal
    .filter(({ path, method }) => method === 'POST' && path.endsWith(`/${resource}`))
    .map(({ body }) => (body as { readonly spec?: ReviewSpec }).spec ?? {})
}

/**
 * Responses of the API server to reviews: the token `good` belongs to alice, who may do everything, and a review of a
 * token or user `trouble` fails. A token that begins with `claimed` has a user with its name, and is authenticated
 * unless `denied` follows. A review of a token or user with `with-error` in its name has an HTTP error status, one with
 * `cut-off` no response, and those with `malformed` and `undecided` are no review and a review without a decision.
 */
export const reviewsForAlice: {
  readonly request: ApiAnswer
  readonly tokenReview: ReviewAnswer
  readonly subjectAccessReview: ReviewAnswer
} = {
  request: async (honest, { method, body }) => {
    const response = await honest()
    const { token, user } = (body as { readonly spec?: ReviewSpec } | undefined)?.spec ?? {}
    const caller = method === 'POST' ? `${token} ${user}` : ''
    if (caller.includes('cut-off')) return hangUp()
    if (caller.includes('malformed')) return { ...response, body: '{"kind":' }
    if (caller.includes('undecided')) return { ...response, body: { ...(body as object), status: {} } }
    return caller.includes('with-error') ? { ...response, code: 500 } : response
  },
  tokenReview: (_, { body }) => {
    const { spec } = body as { readonly spec: ReviewSpec }
    if (spec.token?.startsWith('trouble')) throw new Refusal(500, 'told to fail')
    if (spec.token?.startsWith('claimed'))
      return {
        authenticated: !spec.token.startsWith('claimed-denied'),
        user: { username: spec.token, groups: ['team'] },
      }
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
