import { isMapping } from '../../../config/decode.ts'
import type { Reply } from '../../../client-config/client.ts'
import type { ServerQuirks } from '../../faults.ts'
import type { Decision } from '../authorizer.ts'
import { type ReviewVersion, reviewGroup } from './review.ts'

/** Response that is not a decision; the message is the reason. */
export class MalformedAnswer extends Error {
  override readonly name = 'MalformedAnswer'
}

/** Reads a webhook's response. Throws an Error for a failed call and a MalformedAnswer for an invalid one. */
export function readAnswer({ status, body }: Reply, version: ReviewVersion, quirks: ServerQuirks): Decision {
  if ((status < 200 || status > 299) && !quirks.fault('webhook-error-status-read-as-answer')) {
    throw new Error(`the webhook answered ${status}`)
  }
  const answer = parse(body)
  if (answer['kind'] !== 'SubjectAccessReview' && !quirks.fault('answer-kind-unchecked')) {
    throw new MalformedAnswer('the answer is no SubjectAccessReview')
  }
  const expected = `${reviewGroup}/${version}`
  if (answer['apiVersion'] !== expected && !quirks.fault('answer-version-unchecked')) {
    throw new MalformedAnswer(`the answer is not of version ${expected}`)
  }
  const { status: decision } = answer
  if (!isMapping(decision)) {
    if (decision === undefined && quirks.freedom('answer-status-may-be-missing'))
      return { verdict: 'no opinion' }
    throw new MalformedAnswer('the answer has no status')
  }
  const { reason, evaluationError } = decision
  const more = {
    reason: text(reason, 'reason'),
    error: text(evaluationError, 'evaluationError'),
  }
  const [allowed, denied] = [truth(decision['allowed'], quirks), truth(decision['denied'], quirks)]
  if (denied && !(allowed && quirks.freedom('contradiction-is-no-opinion'))) {
    if (!allowed && quirks.fault('webhook-denial-is-no-opinion')) return { ...more, verdict: 'no opinion' }
    return allowed ? { ...more, verdict: 'deny', error: 'allowed and denied' } : { ...more, verdict: 'deny' }
  }
  if (allowed && !denied) return { ...more, verdict: 'allow' }
  return { ...more, verdict: quirks.fault('webhook-no-opinion-denies') ? 'deny' : 'no opinion' }
}

function parse(body: string): Readonly<Record<string, unknown>> {
  let value: unknown
  try {
    value = JSON.parse(body)
  } catch {
    throw new MalformedAnswer('the answer is no JSON')
  }
  if (isMapping(value)) return value
  throw new MalformedAnswer('the answer is no object')
}

function truth(value: unknown, quirks: ServerQuirks): boolean {
  if (value === undefined || value === null) return false
  if (typeof value === 'boolean') return value
  if (quirks.fault('answer-types-unchecked')) return value === 'true' || value === 1
  throw new MalformedAnswer('allowed and denied must be true or false')
}

function text(value: unknown, name: string): string | undefined {
  if (value === undefined || value === null || value === '') return undefined
  if (typeof value === 'string') return value
  throw new MalformedAnswer(`${name} must be a string`)
}
