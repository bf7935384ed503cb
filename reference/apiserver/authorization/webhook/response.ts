import { isMapping } from '../../../config/decode.ts'
import type { ClientResponse } from '../../../client-config/client.ts'
import { fault, freedom } from '../../../quirks/quirks.ts'
import type { Decision } from '../authorizer.ts'
import { type ReviewVersion, reviewGroup } from './review.ts'

/** Response that is not a decision; the message is the reason. */
export class MalformedResponse extends Error {
  override readonly name = 'MalformedAnswer'
}

/** Reads a webhook's response. Throws an Error for a failed call and a MalformedResponse for an invalid response. */
export function readResponse({ status, body }: ClientResponse, version: ReviewVersion): Decision {
  if ((status < 200 || status > 299) && !fault('webhook-error-status-read-as-answer')) {
    throw new Error(`the webhook answered ${status}`)
  }
  const answer = parse(body)
  if (answer['kind'] !== 'SubjectAccessReview' && !fault('answer-kind-unchecked')) {
    throw new MalformedResponse('the answer is no SubjectAccessReview')
  }
  const expectedVersion = `${reviewGroup}/${version}`
  if (answer['apiVersion'] !== expectedVersion && !fault('answer-version-unchecked')) {
    throw new MalformedResponse(`the answer is not of version ${expectedVersion}`)
  }
  const { status: decision } = answer
  if (!isMapping(decision)) {
    if (decision === undefined && freedom('answer-status-may-be-missing')) return { verdict: 'no opinion' }
    throw new MalformedResponse('the answer has no status')
  }
  const { reason, evaluationError } = decision
  const explanations = {
    reason: readText(reason, 'reason'),
    error: readText(evaluationError, 'evaluationError'),
  }
  const [isAllowed, isDenied] = [booleanValue(decision['allowed']), booleanValue(decision['denied'])]
  if (isDenied && !(isAllowed && freedom('contradiction-is-no-opinion'))) {
    if (!isAllowed && fault('webhook-denial-is-no-opinion')) return { ...explanations, verdict: 'no opinion' }
    return isAllowed
      ? { ...explanations, verdict: 'deny', error: 'allowed and denied' }
      : { ...explanations, verdict: 'deny' }
  }
  if (isAllowed && !isDenied) return { ...explanations, verdict: 'allow' }
  return { ...explanations, verdict: fault('webhook-no-opinion-denies') ? 'deny' : 'no opinion' }
}

function parse(body: string): Readonly<Record<string, unknown>> {
  let value: unknown
  try {
    value = JSON.parse(body)
  } catch {
    throw new MalformedResponse('the answer is no JSON')
  }
  if (isMapping(value)) return value
  throw new MalformedResponse('the answer is no object')
}

function booleanValue(value: unknown): boolean {
  if (value === undefined || value === null) return false
  if (typeof value === 'boolean') return value
  if (fault('answer-types-unchecked')) return value === 'true' || value === 1
  throw new MalformedResponse('allowed and denied must be true or false')
}

function readText(value: unknown, name: string): string | undefined {
  if (value === undefined || value === null || value === '') return undefined
  if (typeof value === 'string') return value
  throw new MalformedResponse(`${name} must be a string`)
}
