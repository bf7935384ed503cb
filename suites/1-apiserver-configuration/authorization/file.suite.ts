import { excluded, rule, test } from '#harness/check/rule.ts'
import { authorizationFiles } from '../../fixtures/authorization-files.ts'
import { completeFile, completeFileRefused, completeTwin } from './complete-file.ts'

const files = authorizationFiles(completeFile)
const kinds = { document: 1, section: 'Kinds' } as const

rule(
  {
    id: 'authz.file.complete',
    level: 'MUST',
    says: 'A file is valid that uses every field as its table says, up to its boundaries.',
    source: { document: 1, section: 'AuthorizationConfiguration', row: 'AuthorizerConfiguration' },
    overlaps: true,
    faults: completeFileRefused('accepts a file that uses every field'),
  },
  () => {
    test('accepts a file that uses every field', async () => {
      await files.accepts()
    })
  },
)

rule(
  {
    id: 'authz.file.versions',
    level: 'MUST',
    says: 'AuthorizationConfiguration exists in v1 and in v1alpha1, with the same fields in both.',
    source: { document: 1, section: 'Versioning', row: 'identical fields, AuthorizationConfiguration' },
    overlaps: true,
    faults: {
      ...completeFileRefused('accepts every field under v1alpha1'),
      'version-v1alpha1-refused': ['accepts every field under v1alpha1'],
    },
  },
  () => {
    test('accepts every field under v1alpha1', async () => {
      await files.accepts({ apiVersion: 'apiserver.orch.io/v1alpha1' })
    })
  },
)

rule(
  {
    id: 'authz.file.kind',
    level: 'MUST',
    says: 'The file is a typed object: its apiVersion is one of the two, its kind is AuthorizationConfiguration.',
    source: { ...kinds, row: 'AuthorizationConfiguration' },
    twin: completeTwin,
    overlaps: true,
    faults: {
      'api-version-missing-accepted': ['refuses a file without apiVersion'],
      'kind-missing-accepted': ['refuses a file without kind'],
      'api-version-unknown-accepted': [
        'refuses a version that does not exist',
        'refuses v1 in the group of v1alpha1',
      ],
      'kind-not-compared': ['refuses another kind of the same version'],
    },
  },
  () => {
    const near = {
      'a file without apiVersion': { changes: { apiVersion: undefined }, about: 'apiVersion' },
      'a file without kind': { changes: { kind: undefined }, about: 'kind' },
      'a version that does not exist': {
        changes: { apiVersion: 'apiserver.config.orch.io/v99' },
        about: 'version',
      },
      'v1 in the group of v1alpha1': { changes: { apiVersion: 'apiserver.orch.io/v1' }, about: 'version' },
      'another kind of the same version': {
        changes: { kind: 'TracingConfiguration' },
        about: 'AuthorizationConfiguration',
      },
    }

    test.for(near)('refuses %s', async ({ changes, about }) => {
      await files.refuses(changes, about)
    })
  },
)

rule(
  {
    id: 'authz.file.types',
    level: 'MUST',
    says: 'A field takes values of its type only.',
    source: { document: 1, section: 'AuthorizationConfiguration', row: 'column Type' },
    twin: completeTwin,
    overlaps: true,
    faults: {
      'broken-duration-accepted': ['refuses a duration without a unit', 'refuses a duration that is a word'],
      'wrong-type-ignored': ['refuses a bool that is a text', 'refuses match conditions that are no list'],
      'string-for-bool-accepted': ['refuses a bool that is a text'],
      'scalar-for-list-accepted': ['refuses match conditions that are no list'],
    },
  },
  () => {
    const wrong = {
      'a duration without a unit': { 'authorizers.0.webhook.timeout': '10' },
      'a duration that is a word': { 'authorizers.0.webhook.authorizedTTL': 'soon' },
      'a bool that is a text': { 'authorizers.0.webhook.cacheAuthorizedRequests': 'yes' },
      'match conditions that are no list': {
        'authorizers.0.webhook.matchConditions': { expression: 'true' },
      },
    }

    test.for<Record<string, unknown>>(wrong)('refuses %s', async (changes) => {
      await files.refuses(changes, '')
    })
  },
)

excluded({
  id: 'authz.file.comparable-flags',
  says: 'The list of authorizers is comparable to --authorization-mode, and the cache times and the version to --authorization-webhook-*.',
  source: {
    document: 1,
    section: 'AuthorizationConfiguration',
    row: 'AuthorizationConfiguration.authorizers, comparable flags',
  },
  excluded: {
    reason:
      'A comparison, not a requirement: authz.* judges the file and flag.authorization-* the flags, by the same observations.',
  },
})
