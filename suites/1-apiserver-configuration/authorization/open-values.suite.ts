import { formerly } from '#kit'
import { declareOpenRules } from '../../shared/configuration/open-rules.ts'
import { completeFile } from '../../shared/authorization/complete-file.ts'
import { configurationFile } from '../../shared/configuration/configuration-file.ts'
import { sharedAuthorizers } from '../../shared/peers.ts'

const webhook = 'authorizers.0.webhook'

declareOpenRules(
  'authz.',
  'AuthorizationConfiguration',
  configurationFile({ kind: 'authorization', peer: sharedAuthorizers(), base: completeFile }),
  {
    'webhook.failure-policy.values': {
      says: 'Unspecified: the valid values of failurePolicy.',
      rows: ['failurePolicy'],
      cases: Object.fromEntries(
        ['Deny', 'NoOpinion', 'Fail', 'Ignore', 'Maybe'].map((policy) => [
          `the failure policy ${policy}`,
          { [`${webhook}.failurePolicy`]: policy },
        ]),
      ),
    },
    'webhook.connection-types': {
      says: 'Unspecified: the complete set of valid connection types.',
      rows: ['type'],
      aspect: 'of WebhookConnectionInfo',
      cases: {
        'the connection type InClusterConfig': { [`${webhook}.connectionInfo`]: { type: 'InClusterConfig' } },
        'an unknown connection type': formerly('a connection type that nobody knows', {
          [`${webhook}.connectionInfo`]: { type: 'Elsewhere' },
        }),
      },
    },
    'webhook.connection-file-states': {
      says: 'Unspecified: whether the path of a client configuration file may be relative, a directory or a device.',
      rows: ['orchConfigFile'],
      cases: {
        'a relative path of a connection file': connectionFile('authorizer.yaml'),
        'a directory as connection file': formerly('a directory for a connection file', connectionFile('/')),
        'a device as connection file': formerly(
          'a device for a connection file',
          connectionFile('/dev/null'),
        ),
      },
    },
    'authorizer.other-types': {
      says: 'Other API servers may add types of authorizers.',
      rows: ['type'],
      aspect: 'of AuthorizerConfiguration',
      cases: Object.fromEntries(
        ['AlwaysAllow', 'RBAC', 'Node', 'Unheard'].map((type) => [
          `an authorizer of type ${type}`,
          { 'authorizers.3': { type, name: type.toLowerCase() } },
        ]),
      ),
    },
    'authorizer.same-name-twice': {
      says: 'Unspecified: whether two webhooks may share a name.',
      rows: ['name'],
      cases: {
        'two webhooks with the same name': formerly('two webhooks of one name', {
          'authorizers.2.name': 'plain',
        }),
      },
    },
    'webhook.review-versions': {
      says: 'Unspecified: which versions of the review exist.',
      rows: ['subjectAccessReviewVersion'],
      cases: { 'the review version v1alpha1': { [`${webhook}.subjectAccessReviewVersion`]: 'v1alpha1' } },
    },
    'webhook.zero-durations': {
      says: 'Unspecified: what a zero timeout or cache time means.',
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
      aspect: 'durations of zero',
      cases: Object.fromEntries(
        ['timeout', 'authorizedTTL', 'unauthorizedTTL'].map((field) => [
          `${field === 'timeout' ? 'a' : 'an'} ${field} of zero`,
          formerly(`a ${field} of zero`, { [`${webhook}.${field}`]: '0s' }),
        ]),
      ),
    },
  },
)

function connectionFile(path: string): Readonly<Record<string, unknown>> {
  return { [`${webhook}.connectionInfo.orchConfigFile`]: path }
}
