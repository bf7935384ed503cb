import type { Constraint } from '#kit/tables.ts'
import { constraintsOf, inSection, rowsOfOwner } from '../../between.ts'

const apiServerFlags = inSection(3, 'API server flags')
const endpoints = inSection(1, 'Endpoints')
const limits = inSection(1, 'Limits')
const { governs, requires, ignoredWithout, fits, atMost } = constraintsOf(1, 'AuthorizationConfiguration')

/** Constraints on authorizers and their webhooks. */
export const authorization: readonly Constraint[] = [
  governs('authorizers', rowsOfOwner('AuthorizerConfiguration', 'type'))
    .says('Authorizers decide in the order of the list, and the first that allows or denies ends it.')
    .by('authz.chain.list-order', 'authz.chain.decision-ends-it', 'generated.authorization.chain'),
  requires(rowsOfOwner('AuthorizerConfiguration', 'type'), 'webhook')
    .says('The type Webhook needs a webhook.')
    .by('authz.authorizer.required'),
  requires('webhook', rowsOfOwner('AuthorizerConfiguration', 'type'))
    .says('No other type has a webhook.')
    .by('authz.authorizer.webhook-for-its-type-only'),
  governs('name', 'webhook')
    .says('Metrics use this name for the webhook.')
    .by('authz.authorizer.name-in-metrics'),
  ignoredWithout('authorizedTTL', 'cacheAuthorizedRequests')
    .says('The time applies only if allow decisions are cached.')
    .by('authz.webhook.cache-authorized-requests', 'authz.webhook.authorized-ttl'),
  ignoredWithout('unauthorizedTTL', 'cacheUnauthorizedRequests')
    .says('The time applies only if deny decisions are cached.')
    .by('authz.webhook.cache-unauthorized-requests', 'authz.webhook.unauthorized-ttl'),
  fits('authorizedTTL', apiServerFlags('--authorization-webhook-cache-authorized-ttl'))
    .says('The field has the effect of the flag.')
    .by('authz.webhook.authorized-ttl', 'flag.authorization-webhook-cache-authorized-ttl.kept'),
  fits('unauthorizedTTL', apiServerFlags('--authorization-webhook-cache-unauthorized-ttl'))
    .says('The field has the effect of the flag.')
    .by('authz.webhook.unauthorized-ttl', 'flag.authorization-webhook-cache-unauthorized-ttl.kept'),
  fits('subjectAccessReviewVersion', apiServerFlags('--authorization-webhook-version'))
    .says('The field has the effect of the flag.')
    .by('authz.webhook.review-version', 'flag.authorization-webhook-version.exchanged'),
  fits('subjectAccessReviewVersion', endpoints('webhook authorizer'))
    .says('The response has the version that the request had.')
    .by('authz.webhook.review-version'),
  requires('matchConditionSubjectAccessReviewVersion', 'matchConditions')
    .says('The version is required even if no condition is listed.')
    .by('authz.webhook.condition-version-without-conditions'),
  governs('failurePolicy', 'connectionInfo')
    .says('The policy decides if the call fails or its response is malformed.')
    .by(
      'authz.webhook.failure-policy.call-denied',
      'authz.webhook.failure-policy.call-passed-on',
      'authz.webhook.failure-policy.malformed-denied',
      'authz.webhook.failure-policy.malformed-passed-on',
    ),
  governs('failurePolicy', 'matchConditions')
    .says('The policy decides if a condition ends with an error.')
    .by('authz.webhook.failure-policy.condition-error'),
  atMost('matchConditions', limits('webhook matchConditions'))
    .says(
      'A webhook has at most 64 conditions, all of which must hold, and an empty list selects every request.',
    )
    .by(
      'authz.match-conditions.at-most-64',
      'authz.match-conditions.up-to-64-count',
      'authz.match-conditions.all-must-hold',
      'authz.match-conditions.empty-list',
    ),
  atMost('timeout', limits('webhook timeout'))
    .says('The time is at most 30 seconds.')
    .by('authz.webhook.timeout-limit'),
  governs('WebhookMatchCondition.expression', 'subjectAccessReviewVersion')
    .says('A condition sees a review of version v1, even if v1beta1 is sent.')
    .by('authz.match-conditions.over-v1'),
  requires(rowsOfOwner('WebhookConnectionInfo', 'type'), 'orchConfigFile')
    .says('The type OrchConfig needs the path of a client configuration.')
    .by('authz.connection-info.required'),
]
