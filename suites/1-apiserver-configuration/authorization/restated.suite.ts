import { rulesOf } from '#kit'

const section = 'AuthorizationConfiguration'

const { excluded } = rulesOf({ document: 1, section })

excluded(
  'authz.authorizer.type-webhook',
  { row: 'type', aspect: 'of AuthorizerConfiguration, Webhook' },
  'The type Webhook is supported.',
  'Every authorizer in rules of authz.* has this type; no other would be called.',
)

excluded(
  'authz.file.no-default-for-timeout',
  {
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
  'timeout and matchConditionSubjectAccessReviewVersion have no default.',
  'A default would make leaving them out valid; authz.webhook.required refuses that for both.',
)

excluded(
  'authz.limits.cache-flags',
  { section: 'Limits', row: 'cache flags cacheAuthorizedRequests, cacheUnauthorizedRequests' },
  'cacheAuthorizedRequests and cacheUnauthorizedRequests are true by default.',
  'The same sentence as in the table of WebhookConfiguration: authz.webhook.cache-authorized-requests and authz.webhook.cache-unauthorized-requests judge it.',
)
