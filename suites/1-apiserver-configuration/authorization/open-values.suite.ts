import { rule, test } from '#harness/check/rule.ts'
import { authorizationFiles } from '../../fixtures/authorization-files.ts'
import { completeFile } from './complete-file.ts'

const files = authorizationFiles(completeFile)
const source = { document: 1, section: 'AuthorizationConfiguration' } as const
const shared = { level: 'UNSPECIFIED', overlaps: true } as const
const webhook = 'authorizers.0.webhook'

rule(
  {
    ...shared,
    id: 'authz.webhook.failure-policy.values',
    says: 'The valid values of failurePolicy are not shown.',
    source: { ...source, row: 'WebhookConfiguration.failurePolicy' },
  },
  () => {
    test.for({ Deny: 'Deny', NoOpinion: 'NoOpinion', Fail: 'Fail', Ignore: 'Ignore', Maybe: 'Maybe' })(
      'whether the policy %s is accepted is recorded',
      async (policy) => {
        await files.observes(policy, { [`${webhook}.failurePolicy`]: policy })
      },
    )
  },
)

rule(
  {
    ...shared,
    id: 'authz.webhook.connection-types',
    says: 'The complete set of valid connection types is not shown.',
    source: { ...source, row: 'WebhookConnectionInfo.type' },
  },
  () => {
    test.for({ InClusterConfig: 'InClusterConfig', Elsewhere: 'Elsewhere' })(
      'whether the type %s is accepted is recorded',
      async (type) => {
        await files.observes(type, { [`${webhook}.connectionInfo`]: { type } })
      },
    )
  },
)

rule(
  {
    ...shared,
    id: 'authz.webhook.connection-file-states',
    says: 'What a client configuration file that is missing, empty or relative does at the start is not shown.',
    source: { ...source, row: 'WebhookConnectionInfo.orchConfigFile' },
  },
  () => {
    const paths = {
      'that does not exist': '/nonexistent/authorizer.yaml',
      'that is relative': 'authorizer.yaml',
      'that is a directory': '/',
      'that is empty': '/dev/null',
    }

    test.for(paths)('whether a path %s is accepted is recorded', async (path) => {
      await files.observes(path, { [`${webhook}.connectionInfo.orchConfigFile`]: path })
    })
  },
)

rule(
  {
    ...shared,
    id: 'authz.authorizer.other-types',
    says: 'Other API servers may add types of authorizers.',
    source: { ...source, row: 'AuthorizerConfiguration.type' },
  },
  () => {
    const types = { AlwaysAllow: 'AlwaysAllow', RBAC: 'RBAC', Node: 'Node', Unheard: 'Unheard' }

    test.for(types)('whether the type %s is accepted is recorded', async (type) => {
      const authorizer = { type, name: type.toLowerCase() }
      await files.observes(type, { 'authorizers.3': authorizer })
    })
  },
)

rule(
  {
    ...shared,
    id: 'authz.authorizer.same-name-twice',
    says: 'Whether two webhooks may share a name is not shown.',
    source: { ...source, row: 'AuthorizerConfiguration.name' },
  },
  () => {
    test('whether two webhooks may share a name is recorded', async () => {
      await files.observes('two of one name', { 'authorizers.2.name': 'plain' })
    })
  },
)

rule(
  {
    ...shared,
    id: 'authz.webhook.review-versions',
    says: 'Which versions of the review exist is not shown.',
    source: { ...source, row: 'WebhookConfiguration.subjectAccessReviewVersion' },
  },
  () => {
    test.for({ v1alpha1: 'v1alpha1' })('whether the version %s is accepted is recorded', async (version) => {
      await files.observes(version, { [`${webhook}.subjectAccessReviewVersion`]: version })
    })
  },
)

rule(
  {
    ...shared,
    id: 'authz.webhook.zero-durations',
    says: 'What a zero timeout or cache time means is not shown.',
    source: { ...source, row: 'WebhookConfiguration, durations of zero' },
  },
  () => {
    test.for({ timeout: 'timeout', authorizedTTL: 'authorizedTTL', unauthorizedTTL: 'unauthorizedTTL' })(
      'whether a %s of zero is accepted is recorded',
      async (field) => {
        await files.observes(`${field}: 0s`, { [`${webhook}.${field}`]: '0s' })
      },
    )
  },
)
