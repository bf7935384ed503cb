import { untilConclusive, expect, assertNotLate, nowMs, untilMoment } from '#kit'
import { statusOf } from '../status.ts'
import { sharedAgentFixture } from '../fixture.ts'
import { certificateOf, path, reviews, reviewsForAlice } from './reviews.ts'

// Cache times that are far enough apart to be distinguished.
const ttlsMs = { token: 4_000, allow: 3_000, deny: 6_000 } as const
// Allows for an agent that checks its cache periodically.
const slackMs = 500
// Share of the cache time after which a request must still be cached, with a margin for a busy machine.
const maxShareOfTtl = 0.6

/** An agent that sends reviews of its callers to the API server. */
export const reviewingAgent = sharedAgentFixture(() => ({
  prepareApi: (api) => api.answer(reviewsForAlice),
  flags: {
    '--anonymous-auth': true,
    '--authentication-token-webhook': true,
    '--authentication-token-webhook-cache-ttl': `${ttlsMs.token}ms`,
    '--authorization-mode': 'Webhook',
    '--authorization-webhook-cache-authorized-ttl': `${ttlsMs.allow}ms`,
    '--authorization-webhook-cache-unauthorized-ttl': `${ttlsMs.deny}ms`,
  },
}))
/** An agent with default flags. */
export const defaultReviewingFixture = sharedAgentFixture(() => ({
  prepareApi: (api) => api.answer(reviewsForAlice),
}))

let callerCount = 0

/**
 * Expects that the response to a review is cached for its cache time, however often it is used, and no longer,
 * according to the number of requests to the API server.
 * @param caller name or token, to which a number is appended so that it is not cached yet
 */
export async function expectKept(
  kind: keyof typeof ttlsMs,
  caller: { readonly token?: string; readonly commonName?: string },
): Promise<void> {
  const resource = kind === 'token' ? 'tokenreviews' : 'subjectaccessreviews'
  const ttlMs = ttlsMs[kind]
  await untilConclusive(async () => {
    const { agent, api } = await reviewingAgent()
    callerCount += 1
    const token = caller.token && `${caller.token}-${callerCount}`
    const commonName = caller.commonName && `${caller.commonName}-${callerCount}`
    const clientPair = commonName === undefined ? 'none' : await certificateOf(commonName)
    const send = () => statusOf(agent.send(path, { as: clientPair, ...(token && { token }) }))
    const countReviews = () =>
      reviews(api, resource).filter((spec) =>
        token === undefined ? spec.user === commonName : spec.token === token,
      ).length
    const fromMs = nowMs()
    await send()
    const keptMs = nowMs()
    expect(countReviews(), 'reviews for the first request').toBe(1)

    await untilMoment(keptMs + ttlMs * maxShareOfTtl, 'most of the cache time has passed')
    const usedMs = nowMs()
    await send()
    assertNotLate(fromMs + ttlMs, 'The request within the cache time')
    expect(countReviews(), 'reviews within the cache time').toBe(1)

    await untilMoment(keptMs + ttlMs + slackMs, 'the cache time has passed')
    await send()
    assertNotLate(usedMs + ttlMs, 'The request after the cache time')
    expect(countReviews(), 'reviews after the cache time').toBe(2)
  })
}
