import { type ApiServer, Refusal, type ReviewAnswer } from '#mocks/api-server/index.ts'
import { sharedAgentFixture } from '../../3-command-line-flags/node-agent/fixture.ts'
import {
  certificateOf,
  path,
  reviews,
  type ReviewSpec,
} from '../../3-command-line-flags/node-agent/serving/reviews.ts'
import { statusOf } from '../../3-command-line-flags/node-agent/status.ts'
import { agentDecisions, agentIdentities, type CacheKind, type Reply } from './model.ts'
import type { CacheSubject } from './subject.ts'

/** Responses about users and tokens. */
const replies = new Map<string, Reply>()

const answerReview =
  (
    of: (spec: ReviewSpec) => string | undefined,
    status: (subject: string, reply: Reply) => object,
  ): ReviewAnswer =>
  (_, { body }) => {
    const subject = of((body as { readonly spec: ReviewSpec }).spec) ?? ''
    const reviewReply = replies.get(subject) ?? 'accepts'
    if (reviewReply === 'fails') throw new Refusal(400, 'told to fail')
    return status(subject, reviewReply) as Awaited<ReturnType<ReviewAnswer>>
  }

const answerReviews = (api: ApiServer): void =>
  api.answer({
    tokenReview: answerReview(
      ({ token }) => token,
      (token, reply) =>
        reply === 'accepts'
          ? { authenticated: true, user: { username: `user-of-${token}` } }
          : { authenticated: false },
    ),
    subjectAccessReview: answerReview(
      ({ user }) => user,
      (_, reply) => ({ allowed: reply === 'accepts' }),
    ),
  })

/** A node agent whose callers the API server reviews, for all cases. */
const agents = sharedAgentFixture(() => ({
  prepareApi: answerReviews,
  flags: {
    '--anonymous-auth': false,
    '--authentication-token-webhook': true,
    '--authentication-token-webhook-cache-ttl': `${agentIdentities.ttlMs.accepts}ms`,
    '--authorization-mode': 'Webhook',
    '--authorization-webhook-cache-authorized-ttl': `${agentDecisions.ttlMs.accepts}ms`,
    '--authorization-webhook-cache-unauthorized-ttl': `${agentDecisions.ttlMs.rejects}ms`,
  },
}))

let subjects = 0

/** Returns a user or a token that no node agent has seen. */
export async function freshAgentSubject({ name }: CacheKind): Promise<CacheSubject> {
  const { agent, api } = await agents()
  const hasToken = name === 'agent tokens'
  const subject = `agent-caches-${++subjects}`
  const clientPair = hasToken ? 'none' : await certificateOf(subject)
  const resource = hasToken ? 'tokenreviews' : 'subjectaccessreviews'
  return {
    calls: () =>
      reviews(api, resource).filter(({ token, user }) => (hasToken ? token : user) === subject).length,
    answers: (reply) => void replies.set(subject, reply),
    isAccepted: async () => {
      const status = await statusOf(agent.send(path, { as: clientPair, ...(hasToken && { token: subject }) }))
      return status !== 'no answer' && status < 400
    },
  }
}
