import { excluded } from '#harness/check/rule.ts'

const section = 'AuthorizationConfiguration'

excluded({
  id: 'authz.authorizer.type-webhook',
  says: 'The type Webhook is supported.',
  source: { document: 1, section, rows: ['type'], aspect: 'of AuthorizerConfiguration, Webhook' },
  excluded: {
    reason: 'Every authorizer in rules of authz.* has this type; no other would be called.',
  },
})

excluded({
  id: 'authz.file.no-default-for-timeout',
  says: 'timeout and matchConditionSubjectAccessReviewVersion have no default.',
  source: {
    document: 1,
    section,
    rows: [
      'authorizedTTL',
      'cacheAuthorizedRequests',
      'unauthorizedTTL',
      'cacheUnauthorizedRequests',
      'timeout',
      'subjectAccessReviewVersion',
      'matchConditionSubjectAccessReviewVersion',
      'failurePolicy',
      'connectionInfo',
      'matchConditions',
    ],
    aspect: 'no default',
  },
  excluded: {
    reason: 'A default would make leaving them out valid; authz.webhook.required refuses that for both.',
  },
})

excluded({
  id: 'authz.limits.cache-flags',
  says: 'cacheAuthorizedRequests and cacheUnauthorizedRequests are true by default.',
  source: {
    document: 1,
    section: 'Limits',
    rows: ['cache flags cacheAuthorizedRequests, cacheUnauthorizedRequests'],
  },
  excluded: {
    reason:
      'The same sentence as in the table of WebhookConfiguration: authz.webhook.cache-authorized-requests and authz.webhook.cache-unauthorized-requests judge it.',
  },
})
