import * as is from '../../../config/decode.ts'
import { field, noEntry, notEmpty, oneOf, mustEqual, secondEntry } from '../../../config/limits.ts'

const maxTimeoutMs = 30_000
const maxConditions = 64

const webhook = is.object({
  authorizedTTL: field(is.duration(), { required: 'authorized-ttl-missing-accepted' }),
  cacheAuthorizedRequests: is.boolean(),
  unauthorizedTTL: field(is.duration(), { required: 'unauthorized-ttl-missing-accepted' }),
  cacheUnauthorizedRequests: is.boolean(),
  timeout: field(is.duration(), {
    required: 'webhook-timeout-missing-accepted',
    must: { 'webhook-timeout-over-30s-accepted': ['be at most 30s', (ms) => ms <= maxTimeoutMs] },
    refuses: { 'webhook-timeout-of-30s-refused': ['30s', (ms) => ms === maxTimeoutMs] },
  }),
  subjectAccessReviewVersion: field(is.string(), {
    required: 'review-version-missing-accepted',
    must: { 'review-version-unchecked': oneOf('v1', 'v1beta1') },
    refuses: {
      'review-version-v1-refused': mustEqual('v1'),
      'review-version-v1beta1-refused': mustEqual('v1beta1'),
    },
  }),
  matchConditionSubjectAccessReviewVersion: field(is.string(), {
    must: {
      'match-condition-version-v1beta1-accepted': ['be v1, not v1beta1', (version) => version !== 'v1beta1'],
      'match-condition-version-unchecked': ['be v1', (version) => /^v1(?:beta1)?$/.test(version)],
    },
  }),
  failurePolicy: field(is.string(), { required: 'failure-policy-missing-accepted' }),
  connectionInfo: field(
    is.object({
      type: field(is.string(), { required: 'connection-type-missing-accepted' }),
      orchConfigFile: field(is.string(), { required: 'connection-file-missing-accepted' }),
    }),
    { required: 'connection-info-missing-accepted' },
  ),
  matchConditions: field(
    is.list(
      is.object({
        expression: field(is.string(), { required: 'match-condition-expression-missing-accepted' }),
      }),
    ),
    {
      must: {
        'match-conditions-over-64-accepted': [
          'have at most 64 entries',
          ({ length }) => length <= maxConditions,
        ],
      },
      refuses: {
        'match-conditions-of-64-refused': ['64 entries', ({ length }) => length === maxConditions],
        'empty-match-conditions-refused': noEntry,
      },
    },
  ),
})

/** DNS-1123 label: at most 63 lower-case letters, digits and dashes, with no dash at either end. */
const label = field(is.string(), {
  required: 'authorizer-name-missing-accepted',
  must: {
    'authorizer-name-too-long-accepted': ['have at most 63 characters', ({ length }) => length <= 63],
    'authorizer-name-upper-case-accepted': ['be in lower case', (name) => !/[A-Z]/.test(name)],
    'authorizer-name-dot-accepted': ['have no dot', (name) => !name.includes('.')],
    'authorizer-name-underscore-accepted': ['have no underscore', (name) => !name.includes('_')],
    'authorizer-name-leading-dash-accepted': ['begin with no dash', (name) => !name.startsWith('-')],
    'authorizer-name-trailing-dash-accepted': ['end with no dash', (name) => !name.endsWith('-')],
    'authorizer-name-other-characters-accepted': [
      'be of letters, digits and dashes',
      (name) => !/[^A-Za-z0-9._-]/.test(name),
    ],
  },
  refuses: {
    'authorizer-name-longest-refused': ['63 characters', ({ length }) => length === 63],
    'authorizer-name-leading-digit-refused': ['a digit in front', (name) => /^[0-9]/.test(name)],
    'authorizer-name-inner-dash-refused': ['a dash inside', (name) => /.-./.test(name)],
  },
})

/** Members of an AuthorizationConfiguration. */
export const authorizationFields = {
  authorizers: field(
    is.list(
      is.object({
        type: field(is.string(), { required: 'authorizer-type-missing-accepted' }),
        name: label,
        webhook,
      }),
    ),
    {
      required: 'authorizers-missing-accepted',
      must: { 'empty-authorizers-accepted': notEmpty },
      refuses: { 'second-authorizer-refused': secondEntry },
    },
  ),
}

/** Decoded AuthorizationConfiguration; an omitted member is undefined. */
export type AuthorizationConfig = {
  readonly [K in keyof typeof authorizationFields]: is.Decoded<(typeof authorizationFields)[K]> | undefined
}

/** Decoded entry of `authorizers`. */
export type AuthorizerConfig = NonNullable<AuthorizationConfig['authorizers']>[number]

/** Decoded `webhook` member of an authorizer. */
export type WebhookConfig = NonNullable<AuthorizerConfig['webhook']>
