import type { Facts } from '../fields.ts'

/** Path of the webhook authorizer that variants of the complete file change. */
export const webhook = 'authorizers.0.webhook'
const maxConditions = 64

/** Returns up to 100 distinct conditions that hold for every user. */
function conditions(count: number): readonly object[] {
  return Array.from({ length: count }, (_, index) => ({ expression: `${index} < 100` }))
}

/** Documented properties of the fields of a WebhookConfiguration in document 1. */
export const webhookFields: Readonly<Record<string, Facts>> = {
  authorizedTTL: {
    requirement: { fault: 'authorized-ttl-missing-accepted', constraint: 'no authorizedTTL' },
    usualValues: ['1h', '1h', '1m30s'],
    legalValues: ['1h', '1s', '1m30s', '500ms'],
    mistypedValues: {
      'a duration that is not a number': {
        fault: 'broken-duration-accepted',
        values: ['soon'],
        subject: 'duration',
        formerly: 'a duration that is a word',
      },
    },
  },
  cacheAuthorizedRequests: {
    isOptional: true,
    usualValues: [true, undefined],
    legalValues: [true, false],
    mistypedValues: {
      'a boolean that is a string': {
        fault: 'string-for-bool-accepted',
        values: ['yes'],
        inV1alpha1: 'with a text where a boolean belongs',
        formerly: 'a bool that is a text',
      },
    },
  },
  unauthorizedTTL: {
    requirement: { fault: 'unauthorized-ttl-missing-accepted', constraint: 'no unauthorizedTTL' },
    usualValues: ['1h', '1h', '500ms'],
    legalValues: ['30s', '1s', '1h0m0s'],
  },
  cacheUnauthorizedRequests: { isOptional: true, usualValues: [true, undefined], legalValues: [true, false] },
  timeout: {
    requirement: {
      fault: 'webhook-timeout-missing-accepted',
      constraint: 'no timeout',
      inV1alpha1: 'without a timeout',
    },
    usualValues: ['10s', '30s'],
    refusals: ['webhook-timeout-of-30s-refused'],
    legalValues: ['10s', '30s', '29.999s', '1ms', '30000ms'],
    rules: [
      {
        id: 'authz.webhook.timeout-limit',
        says: 'timeout is at most 30s.',
        place: { section: 'Limits', rows: ['webhook timeout'] },
        title: 'a timeout of %s',
        nearMisses: {
          '30.001s': {
            fault: 'webhook-timeout-over-30s-accepted',
            values: ['30.001s', '31s', '1m', '30001ms'],
            constraint: 'timeout over 30 seconds',
          },
          '31s': {
            fault: 'webhook-timeout-over-30s-accepted',
            values: ['31s'],
            inV1alpha1: 'with a timeout of 31s',
          },
          'an hour': { fault: 'webhook-timeout-over-30s-accepted', values: ['1h'] },
        },
      },
    ],
    mistypedValues: {
      'a duration without a unit': { fault: 'broken-duration-accepted', values: ['10'], subject: 'duration' },
    },
  },
  subjectAccessReviewVersion: {
    requirement: { fault: 'review-version-missing-accepted', constraint: 'no subjectAccessReviewVersion' },
    usualValues: ['v1', 'v1beta1'],
    refusals: ['review-version-v1-refused', 'review-version-v1beta1-refused'],
    legalValues: ['v1', 'v1beta1'],
    rules: [
      {
        id: 'authz.webhook.review-version-exists',
        says: 'subjectAccessReviewVersion is a version of SubjectAccessReview.',
        nearMisses: {
          'a version of the review that does not exist': {
            fault: 'review-version-unchecked',
            values: ['v99', 'v2', 'V1', 'v1alpha1'],
            constraint: 'review of another version',
          },
        },
      },
    ],
  },
  matchConditionSubjectAccessReviewVersion: {
    requirement: {
      fault: 'match-condition-version-missing-accepted',
      constraint: 'no matchConditionSubjectAccessReviewVersion',
    },
    // Adds a condition, because only a webhook with conditions requires a version.
    drawChanges: (version) => ({
      [`${webhook}.matchConditionSubjectAccessReviewVersion`]: version,
      [`${webhook}.matchConditions`]: [{ expression: 'true' }],
    }),
    usualValues: ['v1'],
    legalValues: ['v1'],
    rules: [
      {
        id: 'authz.webhook.condition-version',
        says: 'The only version that match conditions are evaluated against is v1.',
        title: 'conditions against version %s',
        nearMisses: {
          v1beta1: {
            fault: 'match-condition-version-v1beta1-accepted',
            values: ['v1beta1'],
            constraint: 'conditions over v1beta1',
            inV1alpha1: 'with conditions against v1beta1',
          },
          v2: {
            fault: 'match-condition-version-unchecked',
            values: ['v2', 'V1', 'v1 '],
            constraint: 'conditions over another version',
          },
        },
      },
    ],
  },
  failurePolicy: {
    requirement: { fault: 'failure-policy-missing-accepted', constraint: 'no failurePolicy' },
    legalValues: ['open:failurePolicy.deny', 'open:failurePolicy.noOpinion'],
  },
  connectionInfo: {
    requirement: { fault: 'connection-info-missing-accepted', constraint: 'no connectionInfo' },
    legalValues: [{ type: 'OrchConfig', orchConfigFile: 'file:client.yaml' }],
  },
  matchConditions: {
    refusals: ['empty-match-conditions-refused', 'match-conditions-of-64-refused'],
    legalValues: [conditions(0), conditions(1), conditions(2), conditions(maxConditions)],
    rules: [
      {
        id: 'authz.match-conditions.at-most-64',
        says: 'A webhook has at most 64 match conditions.',
        place: { section: 'Limits', rows: ['webhook matchConditions'] },
        nearMisses: {
          '65 match conditions': {
            fault: 'match-conditions-over-64-accepted',
            values: [conditions(maxConditions + 1)],
            constraint: 'more than 64 conditions',
            inV1alpha1: 'with 65 match conditions',
          },
        },
      },
    ],
    mistypedValues: {
      'match conditions that are not a list': {
        fault: 'scalar-for-list-accepted',
        values: [{ expression: 'true' }],
        formerly: 'match conditions that are no list',
      },
    },
  },
}
