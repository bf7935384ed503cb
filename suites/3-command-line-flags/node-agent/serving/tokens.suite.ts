import { expect, refuses, rulesOf, says, test } from '#kit'
import { statusOf } from '../status.ts'
import { agentFlagRow as flagRow } from '../../../shared/flags/place.ts'
import { reviewingAgent, expectKept, defaultReviewingFixture } from './authentication-requests.ts'
import { path, reviews } from './reviews.ts'

const program = 'node-agent'

const { must } = rulesOf({ program })

must('agent.callers.token', flagRow('--authentication-token-webhook', 'behaviour'), () => {
  says('With --authentication-token-webhook a bearer token is of whom the API server says by a TokenReview.')
  test(
    {
      title: 'identifies a caller as the user of the token review',
      id: 'takes the caller for whom the API server names',
    },
    async () => {
      const { agent, api } = await reviewingAgent()
      expect(await statusOf(agent.send(path, { as: 'none', token: 'good-1' }))).toBe(200)
      expect(reviews(api, 'tokenreviews')).toContainEqual(expect.objectContaining({ token: 'good-1' }))
      expect(reviews(api, 'subjectaccessreviews').at(-1)).toMatchObject({ user: 'alice' })
      expect(reviews(api, 'subjectaccessreviews').at(-1)?.groups).toContain('team')
    },
  ).sees('token-webhook-not-asked')

  refuses(
    { title: 'a caller whose token the API server rejects', id: 'whom the API server does not know' },
    async () => {
      const { agent } = await reviewingAgent()
      expect(await statusOf(agent.send(path, { as: 'none', token: 'bad' }))).toBe(401)
    },
  ).sees('refused-token-is-anonymous')

  test({ title: 'sends no review when the flag is false', id: 'asks nobody when it is off' }, async () => {
    const { agent, api } = await defaultReviewingFixture()
    await statusOf(agent.send(path, { as: 'none', token: 'good-2' }))
    expect(reviews(api, 'tokenreviews')).toEqual([])
  }).sees('token-webhook-always-asked')
})

must(
  'agent.callers.token-ttl',
  { ...flagRow('--authentication-token-webhook-cache-ttl', 'behaviour'), waits: true },
  () => {
    says(
      'Responses of the API server to token reviews are cached for --authentication-token-webhook-cache-ttl.',
    )
    test(
      {
        title: 'sends one review within the cache time, and a second review after the cache time',
        id: 'asks once within that time, and again after it',
      },
      async () => {
        await expectKept('token', { token: 'good-kept' })
      },
    ).sees('token-ttl-ignored')

    test(
      {
        title:
          'sends one review of an unknown token within the cache time, and a second review after the cache time',
        id: 'asks once within that time about an unknown token, and again after it',
      },
      async () => {
        await expectKept('token', { token: 'bad-kept' })
      },
    ).sees('token-ttl-ignored', 'unknown-tokens-not-kept')
  },
)

must(
  'agent.callers.allow-ttl',
  { ...flagRow('--authorization-webhook-cache-authorized-ttl', 'behaviour'), waits: true },
  () => {
    says('Allowed responses are cached for --authorization-webhook-cache-authorized-ttl.')
    test(
      {
        title:
          'sends one review of a permitted request within the cache time, and a second review after the cache time',
        id: 'asks once within that time, and again after it',
      },
      async () => {
        await expectKept('allow', { commonName: 'bob' })
      },
    ).sees('allow-ttl-ignored', 'allow-and-deny-ttl-swapped')
  },
)

must(
  'agent.callers.deny-ttl',
  { ...flagRow('--authorization-webhook-cache-unauthorized-ttl', 'behaviour'), waits: true },
  () => {
    says('Denied responses are cached for --authorization-webhook-cache-unauthorized-ttl.')
    test(
      {
        title:
          'sends one review of a denied request within the cache time, and a second review after the cache time',
        id: 'asks once within that time, and again after it',
      },
      async () => {
        await expectKept('deny', { commonName: 'mallory' })
      },
    ).sees('deny-ttl-ignored', 'allow-and-deny-ttl-swapped')
  },
)
