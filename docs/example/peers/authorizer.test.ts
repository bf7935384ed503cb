// A server that authorizes requests with a webhook: npm install --save-dev vitest ./orch-conformance-peers-0.1.0.tgz
import {
  deny,
  startWebhookAuthorizers,
  times,
  trust,
  type WebhookAuthorizer,
} from 'orch-conformance-peers/webhook-authorizer'
import { expect, test } from 'vitest'

/** Code under test: sends the review to the webhook, and again after a denial. */
async function isAllowed(authorizer: WebhookAuthorizer, user: string, verb: string): Promise<boolean> {
  const send = async () => {
    const review = {
      apiVersion: 'authorization.k8s.io/v1',
      kind: 'SubjectAccessReview',
      spec: { user, resourceAttributes: { verb, resource: 'pods' } },
    }
    const answer = await trust(authorizer).fetch(authorizer.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(review),
    })
    return ((await answer.json()) as { status: { allowed: boolean } }).status.allowed
  }
  return (await send()) || (await send())
}

test('a denied user is reviewed again', async () => {
  await using authorizers = await startWebhookAuthorizers()
  const authorizer = authorizers.webhook('cluster')
  authorizer.about('bob').answer({ review: times(1, deny('not yet')) })

  expect(await isAllowed(authorizer, 'bob', 'list')).toBe(true)
  expect(await isAllowed(authorizer, 'eve', 'list')).toBe(true)
  expect(authorizer.journal.map(({ subject }) => subject)).toEqual(['bob', 'bob', 'eve'])
  expect(authorizer.about('bob').journal[0]?.review?.spec.resourceAttributes).toEqual({
    verb: 'list',
    resource: 'pods',
  })
})
