import { expect, test } from 'vitest'
import { orch } from '#harness/dialect/orch.ts'
import { coverageOf as countVisits } from '#harness/generate/coverage.ts'
import { authorizerChain } from '../../reference/apiserver/authorization/chain.ts'
import { WebhookAuthorizer } from '../../reference/apiserver/authorization/webhook/authorizer.ts'
import { webhookFromFile } from '../../reference/apiserver/authorization/webhook/settings-from-file.ts'
import authorizationFaults from '../../reference/apiserver/authorization/faults.json' with { type: 'json' }
import webhookFaults from '../../reference/apiserver/authorization/webhook/faults.json' with { type: 'json' }
import { isSameOutcome } from '../../suites/generated/authorization/compare-outcome.ts'
import { chainCases } from '../../suites/generated/authorization/draw.ts'
import { webhookFields } from '../../suites/generated/authorization/file.ts'
import type {
  WebhookAnswer,
  Attributes,
  ChainCase,
  ExpectedOutcome,
} from '../../suites/generated/authorization/model.ts'
import { outcomesOf } from '../../suites/generated/authorization/oracle.ts'
import { specOf, describesRequest } from '../../suites/generated/authorization/review-request.ts'
import { coverable, coverageOf } from '../../suites/generated/authorization/coverage.ts'
import { withFaults } from '../../reference/testing/with-faults.ts'
import {
  drawCases,
  shrinkDetectingCase,
  expectedShrinkResult,
  undetectedFaults,
  maxUndetectedShare,
} from './testing/seen-faults.ts'

const cases = drawCases(chainCases, 'generated.authorization.chain', 500)
const hourMs = 3_600_000

function replyTo(review: object, answer: WebhookAnswer): { status: number; headers: object; body: string } {
  const { apiVersion, kind } = review as Readonly<Record<string, string>>
  const status = { allowed: answer === 'allow', ...(answer === 'deny' && { denied: true }) }
  const [sentReview, whole] = [
    {
      apiVersion: answer === 'another version' ? `${apiVersion}x` : apiVersion,
      kind: answer === 'another kind' ? `${kind}x` : kind,
      status: answer.startsWith('another') || answer === 'error status' ? { allowed: true } : status,
    },
    answer === 'error status' ? 403 : 200,
  ]
  return { status: whole, headers: {}, body: JSON.stringify(sentReview) }
}

/** Returns the decisions of the reference's chain on the requests of a case. */
async function decideByReference({ webhooks, requests }: ChainCase) {
  const wrongReviews: unknown[] = []
  let currentAttributes: Attributes | undefined
  let answers: readonly WebhookAnswer[] = []
  let webhookCalls: boolean[] = []
  const links = await Promise.all(
    webhooks.map(async (webhook, at) => {
      const fields = webhookFields(webhook, '', orch)
      const durations = { authorizedTTL: hourMs, unauthorizedTTL: hourMs, timeout: 10_000 }
      const config = { ...fields, ...durations } as Parameters<typeof webhookFromFile>[1]
      const { settings } = await webhookFromFile(`${webhook.name}-${at}`, config)
      const post = async (review: object) => {
        webhookCalls[at] = true
        const isExpectedReview =
          currentAttributes &&
          describesRequest(review, specOf(currentAttributes, webhook.version), webhook.version)
        if (!isExpectedReview)
          wrongReviews.push({ version: webhook.version, current: currentAttributes, review })
        return replyTo(review, answers[at] ?? 'no opinion') as never
      }
      return new WebhookAuthorizer(settings, { post }, { count: () => {} } as never)
    }),
  )
  const sortOptions = { by: 'name', fault: 'authorizers-sorted-by-name' } as const
  const authorizers = authorizerChain(links, { count: () => {} } as never, sortOptions)
  const outcomes: ExpectedOutcome[] = []
  for (const request of requests) {
    answers = request.answers
    currentAttributes = request.attributes
    webhookCalls = webhooks.map(() => false)
    const { verdict } = await authorizers.decide(attributesOf(request.attributes) as never)
    outcomes.push({ decision: verdict === 'allow' ? 'allowed' : 'refused', asked: webhookCalls })
  }
  return { outcomes, otherwise: wrongReviews }
}

function attributesOf({ user, groups, uid = '', extra = {}, resource, path }: Attributes): object {
  const requester = { user: { username: user, groups, extra, uid } }
  if (resource === undefined) return { ...requester, verb: path?.verb ?? '', path: path?.path ?? '' }
  const { verb, ...rest } = resource
  return { ...requester, verb, path: '', resource: rest }
}

async function disagreements(testCase: ChainCase): Promise<unknown[]> {
  const expected = outcomesOf(testCase)
  const { outcomes, otherwise } = await decideByReference(testCase)
  const mismatches = expected.flatMap((outcome, at) => {
    const actual = outcomes[at]
    if (typeof outcome === 'string' || actual === undefined || isSameOutcome(outcome, actual)) return []
    return [
      { webhooks: testCase.webhooks, requests: testCase.requests.slice(0, at + 1), outcome, seen: actual },
    ]
  })
  return [...mismatches, ...otherwise]
}

test('the oracle of chains and the reference agree', async () => {
  const mismatches: unknown[] = []
  for (const testCase of cases) mismatches.push(...(await disagreements(testCase)))

  expect(mismatches.slice(0, 2)).toEqual([])
})

test('drawn chains cover all categories', () => {
  const visits = countVisits({ coverage: coverageOf, coverable }, cases)

  expect(Object.entries(visits).filter(([, count]) => count === 0)).toEqual([])
})

// Faults that drawn cases cannot show. Other tests cover flags, other authorizers, times and connections. No drawn
// request has selectors, and conditions fail only for requests without an object.
const otherFaults =
  /metrics|mode|gate|policy-|policy$|ttl|timeout|client-config|always|rbac|node-|webhook-version|extended|types-unchecked|shared-between|v1alpha1|-selector$|file-unusable|condition-error-of-objects/

test('drawn requests detect nearly every fault of decisions', { timeout: 120_000 }, async () => {
  const faults = Object.keys({ ...authorizationFaults, ...webhookFaults }).filter(
    (name) => !otherFaults.test(name),
  )
  const additionalFaults = [
    'failure-policy-deny-ignored',
    'failure-policy-no-opinion-ignored',
    'failed-call-policy-inverted',
    'malformed-answer-policy-inverted',
    'condition-error-policy-inverted',
    'conditions-see-sent-version',
    'answer-version-unchecked',
  ]
  const survivors = await undetectedFaults(
    [...faults, ...additionalFaults],
    cases,
    async (testCase, fault) => {
      return (await withFaults([fault], () => disagreements(testCase))).length > 0
    },
  )

  expect(survivors.length, survivors.join(', ')).toBeLessThan(maxUndetectedShare * faults.length)
})

test.each([
  'denial-passed-on',
  'only-first-match-condition-used',
  'cache-ignores-namespace',
  'condition-error-counts-as-false',
] as const)('a case that detects %s shrinks within a few starts', async (fault) => {
  const shrinkResult = await shrinkDetectingCase(
    chainCases,
    'generated.authorization.chain',
    async (one) => (await withFaults([fault], () => disagreements(one))).length > 0,
  )

  expect(shrinkResult).toEqual(expectedShrinkResult)
})
