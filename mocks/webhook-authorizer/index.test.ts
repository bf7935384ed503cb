import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { post } from '../webhook/testing/post.ts'
import { hangUp, malformed, status } from '../http/index.ts'
import { untilAsked } from '../peer/index.ts'
import { issueClient } from '../tls/index.ts'
import {
  type AccessSpec,
  allow,
  allowAndDeny,
  deny,
  evaluationError,
  groupsOf,
  noOpinion,
  startWebhookAuthorizers,
  type SubjectAccessReview,
  type WebhookAuthorizers,
  wrongKind,
  wrongVersion,
} from './index.ts'

let host: WebhookAuthorizers
beforeAll(async () => {
  host = await startWebhookAuthorizers()
})
afterAll(() => host.stop())
afterEach(() => host.reset())

function review(spec: AccessSpec, version = 'v1'): SubjectAccessReview {
  return { apiVersion: `authorization.orch.io/${version}`, kind: 'SubjectAccessReview', spec }
}

const alice: AccessSpec = {
  user: 'alice',
  groups: ['dev'],
  resourceAttributes: { namespace: 'team', verb: 'get', resource: 'secrets', name: 'one' },
}

const answers: [string, (honest: SubjectAccessReview) => SubjectAccessReview, object][] = [
  ['allow', allow('may'), { allowed: true, reason: 'may' }],
  ['deny', deny('must not'), { allowed: false, denied: true, reason: 'must not' }],
  ['no opinion', noOpinion(), { allowed: false }],
  ['allow and deny at once', allowAndDeny, { allowed: true, denied: true }],
  ['an evaluation error', evaluationError('broke'), { allowed: false, evaluationError: 'broke' }],
]

test.for(answers)(
  'an authorizer responds with %s, in the version of the request',
  async ([, answer, expected]) => {
    const webhook = host.webhook('first')
    webhook.answer({ review: answer })
    const requestReview = review({ user: 'alice', group: ['dev'] }, 'v1beta1')
    const { review: responseReview } = await post<SubjectAccessReview>(webhook.clientConfig(), requestReview)

    expect(responseReview).toEqual({ ...requestReview, status: expected })
  },
)

test('the journal records the parsed review, the query and the client, by webhook and user', async () => {
  const [firstWebhook, secondWebhook] = [host.webhook('first'), host.webhook('second')]
  const client = await issueClient({ commonName: 'apiserver' })
  await post(firstWebhook.clientConfig({ client }), review(alice), '?timeout=3s')
  await post(
    firstWebhook.clientConfig({ token: 'secret' }),
    review({ user: 'bob', group: ['ops'] }, 'v1beta1'),
  )
  await post(secondWebhook.clientConfig(), review(alice))

  expect(firstWebhook.journal).toMatchObject([
    {
      what: 'POST /first?timeout=3s about alice',
      subject: 'alice',
      query: 'timeout=3s',
      client: { commonName: 'apiserver', trusted: true },
      review: { spec: alice },
    },
    { subject: 'bob', bearerToken: 'secret' },
  ])
  const [bob] = firstWebhook.about('bob').journal
  expect(bob?.review && groupsOf(bob.review)).toEqual(['ops'])
  expect(secondWebhook.about('alice').journal).toHaveLength(1)
  expect(host.journal).toHaveLength(3)
})

test('a scripted response for one user affects only that user', async () => {
  const webhook = host.webhook('first')
  webhook.about('bob').answer({ review: deny() })
  const reviewsOfBob = untilAsked(webhook.about('bob'), () => true, { withinMs: 5_000 })
  const responses = [
    await post<SubjectAccessReview>(webhook.clientConfig(), review(alice)),
    await post<SubjectAccessReview>(webhook.clientConfig(), review({ user: 'bob' })),
  ]

  expect(responses.map(({ review: answer }) => answer?.status)).toEqual([
    { allowed: true },
    { allowed: false, denied: true },
  ])
  expect(await reviewsOfBob).toHaveLength(1)
})

test('an authorizer sends each scripted fault as its response', async () => {
  const webhook = host.webhook('first')
  const reviewFaults = [
    wrongVersion,
    wrongKind,
    status(503),
    status(429, '', { 'retry-after': '1' }),
    hangUp,
    malformed,
  ]
  const responses = []
  for (const answer of reviewFaults) {
    webhook.answer({ review: answer })
    responses.push(await post<SubjectAccessReview>(webhook.clientConfig(), review(alice)))
  }

  expect(responses).toMatchObject([
    { status: 200, review: { apiVersion: 'authorization.orch.io/v1beta1' } },
    { status: 200, review: { kind: 'ConfigMap' } },
    { status: 503 },
    { status: 429 },
    { status: 0, error: 'ECONNRESET' },
    { status: 200, error: '{"kind": ' },
  ])
})

test('a review of an unexpected kind or group is rejected and recorded', async () => {
  await using strictHost = await startWebhookAuthorizers({ group: 'authorization.orch.io', decides: 'deny' })
  const webhook = strictHost.webhook('first')
  const config = webhook.clientConfig()
  const responses = [
    await post(config, '{'),
    await post(config, { kind: 'TokenReview' }),
    await post(config, { ...review(alice), apiVersion: 'authorization.k8s.io/v1' }),
    await post<SubjectAccessReview>(config, review(alice)),
  ]

  expect(responses).toMatchObject([
    { status: 400, error: 'the body is not JSON' },
    { status: 400, error: 'kind is "TokenReview" instead of SubjectAccessReview' },
    { status: 400, error: expect.stringContaining('of another group') as string },
    { status: 200, review: { status: { denied: true } } },
  ])
  expect(webhook.journal).toHaveLength(4)
})

test('an authorizer that requires client certificates rejects a client without a certificate', async () => {
  await using demandingHost = await startWebhookAuthorizers({ clientCertificates: 'required' })
  const webhook = demandingHost.webhook('first')
  const withoutCertificate = await post(webhook.clientConfig(), review(alice))
  const client = await issueClient({ commonName: 'apiserver' })
  const withCertificate = await post(webhook.clientConfig({ client }), review(alice))

  expect(withoutCertificate.status).toBe(0)
  expect(withCertificate.status).toBe(200)
})

test('a client with an insecure configuration accepts a certificate of an unknown authority', async () => {
  await host.present('other-authority')
  const webhook = host.webhook('first')
  const secureResponse = await post(webhook.clientConfig(), review(alice))
  const insecureResponse = await post(webhook.clientConfig({ insecure: true }), review(alice))
  await host.present('honest')

  expect(secureResponse.status).toBe(0)
  expect(insecureResponse.status).toBe(200)
})
