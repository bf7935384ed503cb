import { rule, test } from '#harness/check/rule.ts'
import { authorizationFiles } from '../../fixtures/authorization-files.ts'
import { completeFile, completeTwin, longestLabel } from './complete-file.ts'

const files = authorizationFiles(completeFile)
const source = { document: 1, section: 'AuthorizationConfiguration' } as const
const shared = { level: 'MUST', twin: completeTwin, overlaps: true } as const
const webhook = 'authorizers.0.webhook'

rule(
  {
    ...shared,
    id: 'authz.authorizers.at-least-one',
    says: 'There is at least one authorizer.',
    source: { document: 1, section: 'Limits', row: 'authorizers' },
    faults: { 'empty-authorizers-accepted': ['refuses an empty list of authorizers'] },
  },
  () => {
    test('refuses an empty list of authorizers', async () => {
      await files.refuses({ authorizers: [] }, 'authorizers')
    })
  },
)

rule(
  {
    ...shared,
    id: 'authz.authorizer.webhook-for-its-type-only',
    says: 'webhook must not be defined for any type but Webhook.',
    source: { ...source, row: 'AuthorizerConfiguration.webhook' },
    faults: { 'webhook-beside-other-type-accepted': ['refuses a webhook under another type'] },
  },
  () => {
    test('refuses a webhook under another type', async () => {
      // A server that knows no such type refuses it for that.
      await files.refuses({ 'authorizers.0.type': 'AlwaysAllow', 'authorizers.0.name': 'alwaysallow' }, '')
    })
  },
)

rule(
  {
    ...shared,
    id: 'authz.authorizer.name-is-a-label',
    says: 'The name of an authorizer is a DNS-1123 label.',
    source: { ...source, row: 'AuthorizerConfiguration.name' },
    faults: {
      'authorizer-name-missing-accepted': ['refuses a name that is empty'],
      'authorizer-name-upper-case-accepted': ['refuses a name that holds a capital'],
      'authorizer-name-underscore-accepted': ['refuses a name that holds an underscore'],
      'authorizer-name-dot-accepted': ['refuses a name that holds a dot'],
      'authorizer-name-other-characters-accepted': ['refuses a name that holds a blank'],
      'authorizer-name-leading-dash-accepted': ['refuses a name that begins with a hyphen'],
      'authorizer-name-trailing-dash-accepted': ['refuses a name that ends with a hyphen'],
      'authorizer-name-too-long-accepted': ['refuses a name that is 64 characters long'],
    },
  },
  () => {
    const names = {
      'is empty': '',
      'holds a capital': 'Plain',
      'holds an underscore': 'pl_ain',
      'holds a dot': 'pl.ain',
      'holds a blank': 'pl ain',
      'begins with a hyphen': '-plain',
      'ends with a hyphen': 'plain-',
      'is 64 characters long': `${longestLabel}0`,
    }

    test.for(names)('refuses a name that %s', async (name) => {
      await files.refuses({ 'authorizers.0.name': name }, 'name')
    })
  },
)

rule(
  {
    ...shared,
    id: 'authz.webhook.timeout-limit',
    says: 'timeout is at most 30s.',
    source: { document: 1, section: 'Limits', row: 'webhook timeout' },
    faults: {
      'webhook-timeout-over-30s-accepted': [
        'refuses a timeout of 30.001s',
        'refuses a timeout of 31s',
        'refuses a timeout of an hour',
      ],
    },
  },
  () => {
    test.for({ '30.001s': '30.001s', '31s': '31s', 'an hour': '1h' })(
      'refuses a timeout of %s',
      async (timeout) => {
        await files.refuses({ [`${webhook}.timeout`]: timeout }, 'timeout')
      },
    )
  },
)

rule(
  {
    ...shared,
    id: 'authz.webhook.condition-version',
    says: 'The only version that match conditions are evaluated against is v1.',
    source: { ...source, row: 'WebhookConfiguration.matchConditionSubjectAccessReviewVersion' },
    faults: {
      'match-condition-version-unchecked': ['refuses conditions against version v2'],
      'match-condition-version-v1beta1-accepted': ['refuses conditions against version v1beta1'],
    },
  },
  () => {
    test.for({ v1beta1: 'v1beta1', v2: 'v2' })('refuses conditions against version %s', async (version) => {
      await files.refuses(
        { [`${webhook}.matchConditionSubjectAccessReviewVersion`]: version },
        'matchConditionSubjectAccessReviewVersion',
      )
    })
  },
)

rule(
  {
    ...shared,
    id: 'authz.webhook.review-version-exists',
    says: 'subjectAccessReviewVersion is a version of SubjectAccessReview.',
    source: { ...source, row: 'WebhookConfiguration.subjectAccessReviewVersion' },
    faults: { 'review-version-unchecked': ['refuses a version of the review that does not exist'] },
  },
  () => {
    test('refuses a version of the review that does not exist', async () => {
      await files.refuses({ [`${webhook}.subjectAccessReviewVersion`]: 'v99' }, 'subjectAccessReviewVersion')
    })
  },
)
