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
  // Responses that a client does not retry.
  'error status': status(403, 'no'),
  'another kind': wrongKind,
  'another version': wrongVersion,
}

/** Sends the requests of many cases to one chain, which calls the webhooks of each case only for its own users. */
export async function judgeChains(cases: readonly ChainCase[]): Promise<readonly CaseResult[]> {
  const host = await startWebhookAuthorizers()
  try {
    const { dialect } = currentCheck()
    const named = cases.map(({ webhooks }, at) => webhooks.map(({ name }, place) => `${name}-${at}-${place}`))
    const admin = { name: 'administrator', fields: administrator() }
    const chain = cases.flatMap(({ webhooks }, at) =>
      webhooks.map((webhook, place) => ({
        name: named[at]?.[place] ?? '',
        fields: webhookFields(webhook, `c${at}.`, dialect),
      })),
    )
    const entries = [admin, ...chain].map(({ name, fields }) => {
      const entry = webhookEntry(host.webhook(name))
      return { ...entry, webhook: { ...entry.webhook, ...fields } }
    })
    let all: readonly CaseResult[] | undefined
    const outcome = await startOutcome(
      {
        peers: [host],
        flags: { '--authorization-config': file('authorization.yaml', authorizationConfiguration(entries)) },
      },
      async (server) => {
        all = await mapConcurrently(cases, casesAtOnce, (one, at) =>
          judgeCase(one, at, named[at] ?? [], server as ApiServer, host),
        )
      },
    )
    if (all !== undefined) return all
    const actual = { outcome: outcome.outcome, stderr: outcome.stderr.trim().slice(-600) }
    return await splitBatch(cases, judgeChains, {
      asked: cases[0]?.webhooks,
      expected: { outcome: 'ready' },
      actual,
    })
  } finally {
    await host.stop()
  }
}

/** The harness's administrator creates the reviews, and no webhook of a case may block that. */
function administrator(): object {
  return { matchConditions: [{ expression: `request.user == '${adminName}'` }] }
}

async function judgeCase(
  one: ChainCase,
  at: number,
  names: readonly string[],
  server: ApiServer,
  host: WebhookAuthorizers,
): Promise<CaseResult> {
  const expected = outcomesOf(one)
  const disagreements: Disagreement[] = []
  const open: { what: string; value: unknown }[] = []
  for (const [index, { attributes, answers }] of one.requests.entries()) {
    const user = `c${at}.${attributes.user}`
    const parts = names.map((name) => host.webhook(name).about(user))
    for (const [place, part] of parts.entries())
      part.answer({ review: answersByKind[answers[place] ?? 'no opinion'] })
    const before = parts.map(({ journal }) => journal.length)
    const allowed = await review(server, user, attributes)
    const called = parts.map(({ journal }, place) => journal.length > (before[place] ?? 0))
    for (const [place, { version }] of one.webhooks.entries()) {
      const reviews =
        parts[place]?.journal.slice(before[place]).map(({ review: sent }) => sent as ReviewRequest) ?? []
      const spec = specOf({ ...attributes, user }, version)
      const other = reviews.find((sent) => !describesRequest(sent, spec, version))
      if (other !== undefined)
        disagreements.push({ asked: { version, attributes }, expected: spec, actual: other })
    }
    const actual: ExpectedOutcome = { decision: allowed ? 'allowed' : 'refused', asked: called }
    const wanted = expected[index]
    if (typeof wanted === 'string') open.push({ what: wanted, value: actual.decision })
    else if (wanted !== undefined && !isSameOutcome(wanted, actual)) {
      const chain = one.webhooks.map((webhook) => webhookFields(webhook, `c${at}.`, currentCheck().dialect))
      disagreements.push({
        asked: { chain, requests: one.requests.slice(0, index + 1) },
        expected: wanted,
        actual,
      })
    }
  }
  return { disagreements, open }
}

async function review(server: ApiServer, user: string, attributes: Attributes): Promise<boolean> {
  const { groups, uid, extra, resource, path } = attributes
  const answer = await server.request({
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
  if (answer.status !== 201) {
    throw new HarnessError(
      'untestable',
      `A SubjectAccessReview as the administrator answered ${answer.status}: ${answer.body.slice(0, 300)}`,
    )
  }
  return (JSON.parse(answer.body) as { status: { allowed: boolean } }).status.allowed
}
