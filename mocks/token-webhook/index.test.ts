import { expect, test } from 'vitest'
import { post } from '../webhook/testing/post.ts'
import {
  authenticated,
  forAudiences,
  startTokenWebhooks,
  type TokenReview,
  unauthenticated,
} from './index.ts'

function review(token: string, version = 'v1beta1'): TokenReview {
  return {
    apiVersion: `authentication.orch.io/${version}`,
    kind: 'TokenReview',
    spec: { token, audiences: ['api'] },
  }
}

test('a webhook authenticates its known tokens in the version of the request', async () => {
  await using host = await startTokenWebhooks({ tokens: { one: { username: 'alice' } } })
  const webhook = host.webhook('tokens')
  host.know('two', { username: 'bob', groups: ['dev'] })
  const responses = []
  for (const token of ['one', 'two', 'three']) {
    responses.push((await post<TokenReview>(webhook.clientConfig(), review(token))).review)
  }

  expect(responses).toEqual([
    { ...review('one'), status: { authenticated: true, user: { username: 'alice' }, audiences: ['api'] } },
    {
      ...review('two'),
      status: { authenticated: true, user: { username: 'bob', groups: ['dev'] }, audiences: ['api'] },
    },
    { ...review('three'), status: { authenticated: false } },
  ])
  expect(webhook.about('two').journal).toHaveLength(1)
})

test('a fault for a token affects only reviews of this token', async () => {
  await using host = await startTokenWebhooks({ tokens: { one: { username: 'alice' } } })
  const webhook = host.webhook('tokens')
  webhook.about('stolen').answer({ review: authenticated({ username: 'root' }) })
  webhook.about('broken').answer({ review: unauthenticated('database gone') })
  webhook.about('one').answer({ review: forAudiences('other') })
  const responses = []
  for (const token of ['stolen', 'broken', 'one']) {
    responses.push((await post<TokenReview>(webhook.clientConfig(), review(token, 'v1'))).review?.status)
  }

  expect(responses).toEqual([
    { authenticated: true, user: { username: 'root' }, audiences: ['api'] },
    { authenticated: false, error: 'database gone' },
    { authenticated: true, user: { username: 'alice' }, audiences: ['other'] },
  ])
})
