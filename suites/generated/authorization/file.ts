import type { Dialect } from '#kit/launch.ts'
import { type Expression, celText } from '../cel/expression.ts'
import type { Webhook } from './model.ts'

/**
 * Returns the fields of a webhook in the file.
 * @param users name prefix of the case's users: each of its conditions excludes other users
 */
export function webhookFields(
  { conditions, failurePolicy, version, cachesAllowed, cachesDenied }: Webhook,
  users: string,
  { open }: Pick<Dialect, 'open'>,
): Readonly<Record<string, unknown>> {
  const userGuard: Expression = ['startsWith', ['field', ['name', 'request'], 'user'], ['value', users]]
  const guardedConditions: readonly Expression[] =
    conditions.length === 0 ? [userGuard] : conditions.map((one) => ['&&', userGuard, one])
  return {
    authorizedTTL: '1h',
    cacheAuthorizedRequests: cachesAllowed,
    unauthorizedTTL: '1h',
    cacheUnauthorizedRequests: cachesDenied,
    timeout: '10s',
    subjectAccessReviewVersion: version,
    matchConditionSubjectAccessReviewVersion: 'v1',
    failurePolicy: open[failurePolicy === 'deny' ? 'failurePolicy.deny' : 'failurePolicy.noOpinion'],
    matchConditions: guardedConditions.map((one) => ({ expression: celText(one) })),
  }
}
