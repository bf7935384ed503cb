import { seeing } from '#harness/check/rule.ts'
import { garbage, hangUp, json, status, truncated } from '#mocks/http/index.ts'
import { allow, type SubjectAccessReview } from '#mocks/webhook-authorizer/index.ts'

const forbiddenReview = (honest: SubjectAccessReview) => json(allow()(honest), { status: 403 })

/** Answers that fail a call. */
export const answers = {
  'is answered 400': { answer: status(400) },
  'is answered 403': { answer: status(403) },
  'is answered 403 with a review that allows': seeing(['webhook-error-status-read-as-answer'], {
    answer: forbiddenReview,
  }),
  'is answered 404': { answer: status(404) },
  'is answered 500': { answer: status(500) },
  'is answered 503': { answer: status(503) },
  'is cut off': { answer: hangUp },
  'is answered by half': { answer: truncated(allow()) },
  'is answered with bytes that are not HTTP': { answer: garbage },
}

/** Calls that fail without an answer. */
export const connections = {
  'finds nobody listening': 'nowhere',
  'meets a certificate of another authority': seeing(['client-config-server-not-verified'], 'stranger'),
  'is never answered': seeing(['webhook-timeout-ignored'], 'silence'),
} as const
