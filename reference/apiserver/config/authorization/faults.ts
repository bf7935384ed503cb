/** Defects in the contents of an AuthorizationConfiguration. */
export const authorizationFileFaults = {
  'webhook-missing-accepted': 'AuthorizerConfiguration.webhook: may be left out for type Webhook',
  'webhook-beside-other-type-accepted': 'AuthorizerConfiguration.webhook: may stand beside another type',
  'match-condition-version-without-conditions-optional':
    'matchConditionSubjectAccessReviewVersion: may be left out where there are no conditions',
  'match-condition-version-missing-accepted': 'matchConditionSubjectAccessReviewVersion: may be left out',
  'connection-file-unusable-accepted':
    'WebhookConnectionInfo.orchConfigFile: a file that cannot be used leads nowhere',
  'match-condition-broken-expression-accepted': 'WebhookMatchCondition.expression: need not compile',
  'later-match-conditions-unchecked':
    'WebhookMatchCondition.expression: after the first condition, one that is invalid or fails holds',
  'match-condition-type-unchecked': 'WebhookMatchCondition.expression: may yield another type',
} as const
