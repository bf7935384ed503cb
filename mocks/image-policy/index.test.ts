import { expect, test } from 'vitest'
import { post } from '../webhook/testing/post.ts'
import { type ImageReview, refuseImages, startImagePolicies } from './index.ts'

function review(namespace: string): ImageReview {
  return {
    apiVersion: 'imagepolicy.orch.io/v1alpha1',
    kind: 'ImageReview',
    spec: { containers: [{ image: 'registry.example/app:1' }], namespace },
  }
}

test('a policy allows images by default, and a script rejects images of one namespace', async () => {
  await using host = await startImagePolicies()
  const webhook = host.webhook('images')
  webhook.about('closed').answer({ review: refuseImages('unsigned') })
  const responses = []
  for (const namespace of ['open', 'closed']) {
    responses.push((await post<ImageReview>(webhook.clientConfig(), review(namespace))).review?.status)
  }

  expect(responses).toEqual([{ allowed: true }, { allowed: false, reason: 'unsigned' }])
  expect(webhook.journal[0]?.review?.spec.containers).toEqual([{ image: 'registry.example/app:1' }])
})
