import { currentCheck, expect, refuses, rulesOf, says, test } from '#kit'
import { statusOf } from '../status.ts'
import { agentFlagRow as flagRow } from '../../../shared/flags/place.ts'
import { reviewingAgent } from './authentication-requests.ts'
import { requests } from '../node-requests.ts'
import { certificateOf, path, reviews } from './reviews.ts'

const { must } = rulesOf({ program: 'node-agent' })

/** Returns the users of the access reviews that a request with a token causes. */
async function usersOf(token: string): Promise<readonly (string | undefined)[]> {
  const { agent, api } = await reviewingAgent()
  const reviewsBefore = reviews(api, 'subjectaccessreviews').length
  currentCheck().observe('status', await statusOf(agent.send(path, { as: 'none', token })))
  expect(reviews(api, 'tokenreviews').map((spec) => spec.token)).toContain(token)
  return reviews(api, 'subjectaccessreviews')
    .slice(reviewsBefore)
    .map(({ user }) => user)
}

must('agent.callers.token-denied', flagRow('--authentication-token-webhook', 'denied token'), () => {
  says('A token is of the user of its review only if the review succeeds and authenticates the token.')
  test('takes the user of a review that authenticates the token', async () => {
    expect(await usersOf('claimed')).toEqual(['claimed'])
  })

  refuses
    .for({
      'the user of a review that does not authenticate the token': {
        token: 'claimed-denied',
        fault: 'user-of-denied-token-counts',
      },
      'the user of a review with an HTTP error status': {
        token: 'claimed-with-error',
        fault: 'token-review-status-code-ignored',
      },
    })('%s', async ({ token }) => {
      expect(await usersOf(token)).not.toContain(token)
    })
    .sees(({ fault }) => fault)
})

const denialFaultOf = ({ method }: { readonly method: string }): string =>
  method === 'GET' ? 'denial-unheeded-of-other-paths' : 'denial-unheeded-of-other-verbs'

must('agent.callers.denied-requests', flagRow('--authorization-mode', 'denied requests'), () => {
  says('In the mode Webhook, no request of a denied client is served, whatever its verb and path are.')
  test
    .for(requests)('does not deny %s of a permitted client', async ({ method, path: wanted }) => {
      const { agent } = await reviewingAgent()
      const clientPair = await certificateOf('permitted')
      expect(await statusOf(agent.send(wanted, { method, as: clientPair }))).not.toBeOneOf([401, 403])
    })
    .sees('client-certificate-refused')

  refuses
    .for(requests)('%s of a denied client', async ({ method, path: wanted }) => {
      const { agent, api } = await reviewingAgent()
      const clientPair = await certificateOf('mallory-everywhere')
      expect(await statusOf(agent.send(wanted, { method, as: clientPair }))).toBe(403)
      expect(reviews(api, 'subjectaccessreviews').map(({ user }) => user)).toContain('mallory-everywhere')
    })
    .sees((request) => denialFaultOf(request))

  refuses('a client whose review allows with an HTTP error status', async () => {
    const { agent, api } = await reviewingAgent()
    const clientPair = await certificateOf('allowed-with-error')
    expect(await statusOf(agent.send(path, { as: clientPair }))).toBeGreaterThanOrEqual(400)
    expect(reviews(api, 'subjectaccessreviews').map(({ user }) => user)).toContain('allowed-with-error')
  }).sees('access-review-status-code-ignored')
})
