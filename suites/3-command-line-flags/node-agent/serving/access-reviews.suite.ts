import { currentCheck, expect, HarnessError, refuses, rulesOf, says, test } from '#kit'
import { statusOf } from '../status.ts'
import { agentFlagRow as flagRow } from '../../../shared/flags/place.ts'
import { reviewingAgent } from './authentication-requests.ts'
import { certificateOf, path, reviews } from './reviews.ts'

const { must } = rulesOf({ program: 'node-agent' })

interface RequestLine {
  readonly method?: string
  readonly path: string
}

const firstRequest: RequestLine = { path }
const otherRequests: Readonly<Record<string, RequestLine & { readonly fault: string }>> = {
  'another verb': { path, method: 'POST', fault: 'verbs-share-answers' },
  'another path': { path: '/stats/summary', fault: 'paths-share-answers' },
}

/** Returns the reviews that the API server receives when a client sends the given requests one after the other. */
async function reviewsAbout(commonName: string, questions: readonly RequestLine[]): Promise<string[]> {
  const { agent, api } = await reviewingAgent()
  const clientPair = await certificateOf(commonName)
  for (const requestLine of questions)
    await statusOf(agent.send(requestLine.path, { ...requestLine, as: clientPair }))
  return reviews(api, 'subjectaccessreviews')
    .filter(({ user }) => user === commonName)
    .map(({ resourceAttributes, nonResourceAttributes }) =>
      JSON.stringify({ resourceAttributes, nonResourceAttributes }),
    )
}

must(
  'agent.callers.allow-of-one-question',
  flagRow('--authorization-webhook-cache-authorized-ttl', 'of one question'),
  () => {
    says('An allowed response is used for requests with the same review only.')
    test
      .for(otherRequests)(
        { title: 'sends a separate review for %s', id: 'asks again for %s' },
        async (other) => {
          const name = other.fault
          const reviewsOfOther = await reviewsAbout(`alone-${name}`, [other])
          const reviewsOfFirst = await reviewsAbout(`before-${name}`, [firstRequest])
          expect([reviewsOfOther.length, reviewsOfFirst.length], 'reviews of one request').toEqual([1, 1])
          if (reviewsOfOther[0] === reviewsOfFirst[0])
            throw new HarnessError('not-applicable', 'The program asks the same for both requests.')
          currentCheck().observe('reviews', [...reviewsOfFirst, ...reviewsOfOther])
          expect(await reviewsAbout(`both-${name}`, [firstRequest, other])).toEqual([
            ...reviewsOfFirst,
            ...reviewsOfOther,
          ])
        },
      )
      .sees(({ fault }) => fault)

    test({ title: 'sends a separate review for another group of the same client', id: 'group' }, async () => {
      const { agent, api } = await reviewingAgent()
      for (const group of ['crew', 'others'])
        await statusOf(agent.send(path, { as: await certificateOf('of-groups', [group]) }))
      const groups = reviews(api, 'subjectaccessreviews')
        .filter(({ user }) => user === 'of-groups')
        .map((review) => ['crew', 'others'].filter((group) => review.groups?.includes(group)))
      if (groups.length === 1 && groups[0]?.length === 0)
        throw new HarnessError('not-applicable', 'The program asks the same for both groups.')
      expect(groups).toEqual([['crew'], ['others']])
    }).sees('groups-share-answers')
  },
)

const failures = {
  'gets no response': { caller: 'claimed-cut-off', fault: 'review-cut-off-allows' },
  'gets a malformed response': { caller: 'claimed-malformed', fault: 'review-malformed-allows' },
  'gets a response without a decision': { caller: 'claimed-undecided', fault: 'review-undecided-allows' },
} as const

must('agent.callers.review-fails', flagRow('--authorization-mode', 'failing review'), () => {
  says('Without a response of the API server nothing is permitted.')
  test(
    { title: 'serves a client that the API server permits', id: 'serves whom the API server permits' },
    async () => {
      const { agent } = await reviewingAgent()
      expect(await statusOf(agent.send(path, { as: await certificateOf('no-trouble') }))).toBe(200)
    },
  ).sees('client-certificate-refused')

  refuses(
    { title: 'a client whose access review fails', id: 'whom the API server cannot look at' },
    async () => {
      const { agent, api } = await reviewingAgent()
      const clientPair = await certificateOf('trouble')
      expect(await statusOf(agent.send(path, { as: clientPair }))).toBeGreaterThanOrEqual(400)
      expect(reviews(api, 'subjectaccessreviews').map(({ user }) => user)).toContain('trouble')
    },
  ).sees('review-error-allows')

  refuses
    .for(failures)({ title: 'a client whose access review %s', id: 'access-%s' }, async ({ caller }) => {
      const { agent, api } = await reviewingAgent()
      const clientPair = await certificateOf(caller)
      expect(await statusOf(agent.send(path, { as: clientPair }))).toBeGreaterThanOrEqual(400)
      expect(reviews(api, 'subjectaccessreviews').map(({ user }) => user)).toContain(caller)
    })
    .sees(({ fault }) => `access-${fault}`)
})

must('agent.callers.token-fails', flagRow('--authentication-token-webhook', 'failing review'), () => {
  says('A token that the API server cannot look at authenticates no user.')
  test(
    { title: 'accepts a token whose review succeeds', id: 'takes a token that it can look at' },
    async () => {
      const { agent } = await reviewingAgent()
      expect(await statusOf(agent.send(path, { as: 'none', token: 'good-no-trouble' }))).toBe(200)
    },
  )

  refuses({ title: 'a token whose review fails', id: 'another one' }, async () => {
    const { agent, api } = await reviewingAgent()
    expect(await statusOf(agent.send(path, { as: 'none', token: 'trouble' }))).toBeGreaterThanOrEqual(400)
    expect(reviews(api, 'tokenreviews').map(({ token }) => token)).toContain('trouble')
  }).sees('token-error-lets-in')

  refuses
    .for(failures)({ title: 'a token whose review %s', id: 'token-%s' }, async ({ caller }) => {
      const { agent, api } = await reviewingAgent()
      expect(await statusOf(agent.send(path, { as: 'none', token: caller }))).toBeGreaterThanOrEqual(400)
      expect(reviews(api, 'tokenreviews').map(({ token }) => token)).toContain(caller)
    })
    .sees(({ fault }) => `token-${fault}`)
})
