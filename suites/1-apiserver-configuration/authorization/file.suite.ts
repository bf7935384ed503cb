import { excluded, rule, test } from '#harness/check/rule.ts'
import { authorizationFiles } from '../../fixtures/authorization-files.ts'
import { kindRules } from '../../fixtures/kind-rules.ts'
import { completeFile, completeFileRefused, completeTwin, refusals } from './complete-file.ts'

const files = authorizationFiles(completeFile)
const section = 'AuthorizationConfiguration'

rule(
  {
    id: 'authz.file.complete',
    level: 'MUST',
    says: 'A file is valid that uses every field as its table says, up to its boundaries.',
    source: { document: 1, section, row: 'AuthorizerConfiguration' },
    overlaps: true,
    faults: completeFileRefused('accepts a file that uses every field'),
  },
  () => {
    test('accepts a file that uses every field', async () => {
      await files.accepts()
    })
  },
)

kindRules({
  area: 'authz',
  name: 'AuthorizationConfiguration',
  versions: 'both',
  members: 'authorizers',
  neighbour: 'TracingConfiguration',
  section,
  files,
  twin: completeTwin,
  refusedBy: refusals,
  mistyped: {
    'a duration without a unit': {
      changes: { 'authorizers.0.webhook.timeout': '10' },
      faults: ['broken-duration-accepted'],
      about: '',
    },
    'a duration that is a word': {
      changes: { 'authorizers.0.webhook.authorizedTTL': 'soon' },
      faults: ['broken-duration-accepted'],
      about: '',
    },
    'a bool that is a text': {
      changes: { 'authorizers.0.webhook.cacheAuthorizedRequests': 'yes' },
      faults: ['wrong-type-ignored', 'string-for-bool-accepted'],
    },
    'match conditions that are no list': {
      changes: { 'authorizers.0.webhook.matchConditions': { expression: 'true' } },
      faults: ['wrong-type-ignored', 'scalar-for-list-accepted'],
    },
  },
})

excluded({
  id: 'authz.file.comparable-flags',
  says: 'The list of authorizers is comparable to --authorization-mode, and the cache times and the version to --authorization-webhook-*.',
  source: {
    document: 1,
    section,
    row: 'AuthorizationConfiguration.authorizers, comparable flags',
  },
  excluded: {
    reason:
      'A comparison, not a requirement: authz.* judges the file and flag.authorization-* the flags, by the same observations.',
  },
})
