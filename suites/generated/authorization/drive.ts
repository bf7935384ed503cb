import { currentCheck, HarnessError } from '#kit'
import type { Disagreement, CaseResult } from '#kit/generate.ts'
import { file } from '#kit/launch.ts'
import type { ApiServer } from '#harness/programs/api-server.ts'
import { adminName } from '#harness/programs/credentials.ts'
import { status } from '#mocks/http/index.ts'
import {
  allow,
  deny,
  noOpinion,
  startWebhookAuthorizers,
  type SubjectAccessReview,
  type WebhookAuthorizers,
  wrongKind,
  wrongVersion,
} from '#mocks/webhook-authorizer/index.ts'
import type { Answer as Said } from '#mocks/http/index.ts'
import { startOutcome } from '../../shared/api-server.ts'
import { authorizationConfiguration, webhookEntry } from '../../shared/authorization/configuration.ts'
import { mapConcurrently } from '../concurrently.ts'
import { splitBatch } from '../split-batch.ts'
import { isSameOutcome } from './compare-outcome.ts'
import { webhookFields } from './file.ts'
import type { WebhookAnswer, Attributes, ChainCase, ExpectedOutcome } from './model.ts'
import { outcomesOf } from './oracle.ts'
import { type ReviewRequest, specOf, describesRequest } from './review-request.ts'

const casesAtOnce = 8

const answersByKind: Readonly<Record<WebhookAnswer, Said<SubjectAccessReview>>> = {
  allow: allow(),
  deny: deny(),
  'no opinion': noOpinion(),
  // Responses that clients do not retry.
  'error status': status(403, 'no'),
  'another kind': wrongKind,
  'another version': wrongVersion,
}

/** Sends the requests of many cases to one chain, which calls the webhooks of each case only for its own users. */
export async function judgeChains(cases: readonly ChainCase[]): Promise<readonly CaseResult[]> {
  const host = await startWebhookAuthorizers()
  try {
    const { dialect } = currentCheck()
    const webhookNames = cases.map(({ webhooks }, at) =>
      webhooks.map(({ name }, place) => `${name}-${at}-${place}`),
    )
    const admin = { name: 'administrator', fields: administratorFields() }
    const webhookEntries = cases.flatMap(({ webhooks }, at) =>
      webhooks.map((webhook, place) => ({
        name: webhookNames[at]?.[place] ?? '',
        fields: webhookFields(webhook, `c${at}.`, dialect),
      })),
    )
    const entries = [admin, ...webhookEntries].map(({ name, fields }) => {
      const entry = webhookEntry(host.webhook(name))
      return { ...entry, webhook: { ...entry.webhook, ...fields } }
    })
    let caseResults: readonly CaseResult[] | undefined
    const startResult = await startOutcome(
      {
        peers: [host],
        flags: { '--authorization-config': file('authorization.yaml', authorizationConfiguration(entries)) },
      },
      async (server) => {
        caseResults = await mapConcurrently(cases, casesAtOnce, (testCase, at) =>
          judgeCase(testCase, at, webhookNames[at] ?? [], server as ApiServer, host),
        )
      },
    )
    if (caseResults !== undefined) return caseResults
    const actual = { outcome: startResult.outcome, stderr: startResult.stderr.trim().slice(-600) }
    return await splitBatch(cases, judgeChains, {
      asked: cases[0]?.webhooks,
      expected: { outcome: 'ready' },
      actual,
    })
  } finally {
    await host.stop()
  }
}

/** Returns the fields of the webhook for the administrator, who creates the reviews. */
function administratorFields(): object {
  return { matchConditions: [{ expression: `request.user == '${adminName}'` }] }
}

async function judgeCase(
  testCase: ChainCase,
  at: number,
  names: readonly string[],
  server: ApiServer,
  host: WebhookAuthorizers,
): Promise<CaseResult> {
  const expected = outcomesOf(testCase)
  const disagreements: Disagreement[] = []
  const openResults: { what: string; value: unknown }[] = []
  for (const [index, { attributes, answers }] of testCase.requests.entries()) {
    const user = `c${at}.${attributes.user}`
    const webhookHandles = names.map((name) => host.webhook(name).about(user))
    for (const [place, part] of webhookHandles.entries())
      part.answer({ review: answersByKind[answers[place] ?? 'no opinion'] })
    const callsBefore = webhookHandles.map(({ journal }) => journal.length)
    const isAllowed = await review(server, user, attributes)
    const isCalled = webhookHandles.map(({ journal }, place) => journal.length > (callsBefore[place] ?? 0))
    for (const [place, { version }] of testCase.webhooks.entries()) {
      const reviews =
        webhookHandles[place]?.journal
          .slice(callsBefore[place])
          .map(({ review: sent }) => sent as ReviewRequest) ?? []
      const spec = specOf({ ...attributes, user }, version)
      const otherReview = reviews.find((sent) => !describesRequest(sent, spec, version))
      if (otherReview !== undefined)
        disagreements.push({ asked: { version, attributes }, expected: spec, actual: otherReview })
    }
    const actual: ExpectedOutcome = { decision: isAllowed ? 'allowed' : 'refused', asked: isCalled }
    const expectedOutcome = expected[index]
    if (typeof expectedOutcome === 'string')
      openResults.push({ what: expectedOutcome, value: actual.decision })
    else if (expectedOutcome !== undefined && !isSameOutcome(expectedOutcome, actual)) {
      const webhookChain = testCase.webhooks.map((webhook) =>
        webhookFields(webhook, `c${at}.`, currentCheck().dialect),
      )
      disagreements.push({
        asked: { chain: webhookChain, requests: testCase.requests.slice(0, index + 1) },
        expected: expectedOutcome,
        actual,
      })
    }
  }
  return { disagreements, open: openResults }
}

async function review(server: ApiServer, user: string, attributes: Attributes): Promise<boolean> {
  const { groups, uid, extra, resource, path } = attributes
  const response = await server.request({
    method: 'POST',
    path: '/apis/authorization.orch.io/v1/subjectaccessreviews',
    body: {
      apiVersion: `authorization.${server.dialect.groupDomain}/v1`,
      kind: 'SubjectAccessReview',
      spec: {
        user,
        ...(groups.length > 0 && { groups }),
        ...(uid && { uid }),
        ...(extra && { extra }),
        ...(resource && { resourceAttributes: resource }),
        ...(path && { nonResourceAttributes: path }),
      },
    },
  })
  if (response.status !== 201) {
    throw new HarnessError(
      'untestable',
      `A SubjectAccessReview as the administrator answered ${response.status}: ${response.body.slice(0, 300)}`,
    )
  }
  return (JSON.parse(response.body) as { status: { allowed: boolean } }).status.allowed
}
