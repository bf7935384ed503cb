import { expect, rulesOf, says, test } from '#kit'
import { statusOf } from '../status.ts'
import { sharedAgentFixture } from '../fixture.ts'
import { certificateOf, path, reviews, reviewsForAlice } from './reviews.ts'

const { must } = rulesOf({ document: 3, section: 'Node agent flags', program: 'node-agent' })

const ttlFlags = [
  '--authentication-token-webhook-cache-ttl',
  '--authorization-webhook-cache-authorized-ttl',
  '--authorization-webhook-cache-unauthorized-ttl',
] as const
const uncachedFixture = sharedAgentFixture(() => ({
  prepareApi: (api) => api.answer(reviewsForAlice),
  flags: {
    '--authentication-token-webhook': true,
    '--authorization-mode': 'Webhook',
    ...Object.fromEntries(ttlFlags.map((flag) => [flag, '0s'])),
  },
}))
const requestCount = 3

must('agent.callers.ttl-zero', { rows: ttlFlags, aspect: 'zero' }, () => {
  says('A cache time of 0 keeps no response: each request has a review.')
  test({ title: 'sends a review of a token for each request', id: 'token' }, async () => {
    const { agent, api } = await uncachedFixture()
    for (let count = 0; count < requestCount; count += 1)
      expect(await statusOf(agent.send(path, { as: 'none', token: 'good-uncached' }))).toBe(200)
    expect(reviews(api, 'tokenreviews').filter(({ token }) => token === 'good-uncached')).toHaveLength(
      requestCount,
    )
  }).sees('ttl-zero-is-usual')

  test
    .for({
      permitted: { commonName: 'uncached', status: 200 },
      denied: { commonName: 'mallory-uncached', status: 403 },
    })(
      { title: 'sends a review for each request of a %s client', id: 'client-%s' },
      async ({ commonName, status }) => {
        const { agent, api } = await uncachedFixture()
        const clientPair = await certificateOf(commonName)
        for (let count = 0; count < requestCount; count += 1)
          expect(await statusOf(agent.send(path, { as: clientPair }))).toBe(status)
        expect(reviews(api, 'subjectaccessreviews').filter(({ user }) => user === commonName)).toHaveLength(
          requestCount,
        )
      },
    )
    .sees('ttl-zero-is-usual')
})
