import { rule, test } from '#harness/check/rule.ts'
import { kindRules } from '../../fixtures/kind-rules.ts'
import { tracingFiles as files } from '../../fixtures/tracing-files.ts'

const completeTwin = 'tracing.file.complete/accepts-both-fields-beside-apiversion-and-kind'

rule(
  {
    id: 'tracing.file.complete',
    level: 'MUST',
    says: 'endpoint and samplingRatePerMillion stand beside apiVersion and kind, and each may be left out.',
    source: { document: 1, section: 'Kinds', row: 'TracingConfiguration' },
    overlaps: true,
    faults: {
      'tracing-endpoint-required': ['accepts a file without endpoint'],
      'tracing-rate-required': ['accepts a file without samplingRatePerMillion'],
      'tracing-rate-of-a-million-refused': [
        'accepts both fields beside apiVersion and kind',
        'accepts a file without endpoint',
      ],
    },
  },
  () => {
    test('accepts both fields beside apiVersion and kind', async () => {
      await files.accepts()
    })

    test.for({ endpoint: 'endpoint', samplingRatePerMillion: 'samplingRatePerMillion' })(
      'accepts a file without %s',
      async (field) => {
        await files.accepts({ [field]: undefined })
      },
    )
  },
)

kindRules({
  area: 'tracing',
  name: 'TracingConfiguration',
  versions: 'both',
  members: 'endpoint and samplingRatePerMillion, which stand beside apiVersion and kind',
  neighbour: 'AuthenticationConfiguration',
  section: 'TracingConfiguration members',
  files,
  twin: completeTwin,
  refusedBy: ['tracing-rate-of-a-million-refused'],
  mistyped: {
    'a number where a text belongs': {
      changes: { endpoint: 4317 },
      faults: ['number-for-string-accepted', 'wrong-type-ignored'],
    },
    'a list where a text belongs': { changes: { endpoint: ['127.0.0.1:1'] }, faults: ['wrong-type-ignored'] },
    'a text where a number belongs': {
      changes: { samplingRatePerMillion: '100' },
      faults: ['string-for-number-accepted', 'wrong-type-ignored'],
    },
    'a fraction where a whole number belongs': {
      changes: { samplingRatePerMillion: 100.5 },
      faults: ['wrong-type-ignored'],
    },
    'a number above 32 bits': {
      changes: { samplingRatePerMillion: 2_147_483_648 },
      faults: ['wrong-type-ignored'],
    },
  },
})
