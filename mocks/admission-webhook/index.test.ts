import { expect, test } from 'vitest'
import { post } from '../webhook/testing/post.ts'
import { when } from '../http/index.ts'
import { untilAsked } from '../peer/index.ts'
import { type AdmissionReview, refuse, startAdmissionWebhooks, warn, wrongUid } from './index.ts'

function review(name: string): AdmissionReview {
  return {
    apiVersion: 'admission.orch.io/v1',
    kind: 'AdmissionReview',
    request: {
      uid: `uid-of-${name}`,
      kind: { group: '', version: 'v1', kind: 'ConfigMap' },
      resource: { group: '', version: 'v1', resource: 'configmaps' },
      name,
      namespace: 'team',
      operation: 'CREATE',
      userInfo: { username: 'alice' },
    },
  }
}

test('a webhook admits every object for which no other response is scripted', async () => {
  await using host = await startAdmissionWebhooks()
  const webhook = host.webhook('hook')
  webhook.about('bad').answer({ review: refuse('not today', 409) })
  webhook.about('odd').answer({ review: warn('hm') })
  webhook.about('other').answer({ review: wrongUid })
  const responses = []
  for (const name of ['good', 'bad', 'odd', 'other']) {
    responses.push((await post<AdmissionReview>(webhook.clientConfig(), review(name))).review)
  }

  expect(responses[0]).toEqual({
    apiVersion: 'admission.orch.io/v1',
    kind: 'AdmissionReview',
    response: { uid: 'uid-of-good', allowed: true },
  })
  expect(responses.slice(1).map((answer) => answer?.response)).toEqual([
    { uid: 'uid-of-bad', allowed: false, status: { code: 409, message: 'not today' } },
    { uid: 'uid-of-odd', allowed: true, warnings: ['hm'] },
    { uid: 'nobody-asked-this', allowed: true },
  ])
})

test('a webhook holds a request until its release', async () => {
  await using host = await startAdmissionWebhooks()
  const webhook = host.webhook('hook')
  let releaseReview = (): void => {}
  webhook.answer({
    review: when(
      new Promise<void>((resolve) => {
        releaseReview = resolve
      }),
    ),
  })
  let isSettled = false
  const response = post<AdmissionReview>(webhook.clientConfig(), review('held')).then((got) => {
    isSettled = true
    return got
  })
  await untilAsked(webhook.about('held'), () => true, { withinMs: 5_000 })
  const isSettledEarly = isSettled
  releaseReview()

  expect((await response).review?.response?.allowed).toBe(true)
  expect(isSettledEarly).toBe(false)
})
