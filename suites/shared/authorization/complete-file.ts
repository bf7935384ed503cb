import { currentCheck } from '#harness/check/context.ts'
import type { WebhookAuthorizers } from '#mocks/webhook-authorizer/index.ts'
import { kinds } from '../configuration/kinds.ts'
import { authorizationConfiguration, userIs, webhookEntry } from './configuration.ts'

/** The check that every variant of the complete file counts on. */
export const completeTwin = kinds.authorization.complete

/** The longest DNS-1123 label. */
export const longestLabel = `0-${'a'.repeat(60)}9`

/** The faults that refuse a legal part of the complete file. */
export const refusals = [
  'second-authorizer-refused',
  'authorizer-name-longest-refused',
  'authorizer-name-leading-digit-refused',
  'authorizer-name-inner-dash-refused',
  'webhook-timeout-of-30s-refused',
  'review-version-v1-refused',
  'review-version-v1beta1-refused',
  'empty-match-conditions-refused',
  'match-conditions-of-64-refused',
]

const most = 64

/** Conditions that differ and hold for everybody. */
export function conditions(count: number): readonly object[] {
  return Array.from({ length: count }, (_, index) => ({ expression: userIs(`!= 'nobody-${index}'`) }))
}

/** A file that uses every field, up to its boundaries; the first entry is the one that variants change. */
export function completeFile(host: WebhookAuthorizers): object {
  const entry = (name: string) => webhookEntry(host.webhook(name))
  const [first, second, third] = [entry('plain'), entry(longestLabel), entry('7')]
  return authorizationConfiguration([
    { ...first, webhook: { ...first.webhook, matchConditions: conditions(1) } },
    {
      ...second,
      webhook: {
        ...second.webhook,
        timeout: '30s',
        subjectAccessReviewVersion: 'v1beta1',
        failurePolicy: currentCheck().open('failurePolicy.noOpinion'),
        cacheAuthorizedRequests: undefined,
        cacheUnauthorizedRequests: undefined,
        matchConditions: conditions(most),
      },
    },
    { ...third, webhook: { ...third.webhook, authorizedTTL: '1m30s', unauthorizedTTL: '500ms' } },
  ])
}
