import { rule, test } from '#harness/check/rule.ts'
import type { Changes } from '../../fixtures/changed.ts'
import { tracingFiles as files } from '../../fixtures/tracing-files.ts'

const section = 'TracingConfiguration members'
const completeTwin = 'tracing.file.complete/accepts-both-fields-beside-apiversion-and-kind'
const shared = { level: 'MUST', twin: completeTwin, overlaps: true } as const

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

rule(
  {
    id: 'tracing.file.versions',
    level: 'MUST',
    says: 'TracingConfiguration exists in v1 and in v1alpha1, with the same fields in both.',
    source: { document: 1, section: 'Versioning', row: 'identical fields, tracing' },
    overlaps: true,
    faults: {
      'version-v1alpha1-refused': ['accepts both fields under v1alpha1'],
      'tracing-rate-of-a-million-refused': ['accepts both fields under v1alpha1'],
    },
  },
  () => {
    test('accepts both fields under v1alpha1', async () => {
      await files.accepts({ apiVersion: 'apiserver.orch.io/v1alpha1' })
    })
  },
)

rule(
  {
    ...shared,
    id: 'tracing.file.kind',
    says: 'The file is a typed object: its apiVersion is one of the two, its kind is TracingConfiguration.',
    source: { document: 1, section: 'Kinds', row: 'TracingConfiguration, apiVersion and kind' },
    faults: {
      'api-version-missing-accepted': ['refuses a file without apiVersion'],
      'kind-missing-accepted': ['refuses a file without kind'],
      'api-version-unknown-accepted': [
        'refuses a version that does not exist',
        'refuses v1 in the group of v1alpha1',
        'refuses v1alpha1 in the group of v1',
      ],
      'kind-not-compared': [
        'refuses another kind of the same version',
        'refuses a kind that differs in case',
      ],
      'kind-case-ignored': ['refuses a kind that differs in case'],
    },
  },
  () => {
    const near: Readonly<Record<string, { changes: Changes; about: string }>> = {
      'a file without apiVersion': { changes: { apiVersion: undefined }, about: 'apiVersion' },
      'a file without kind': { changes: { kind: undefined }, about: 'kind' },
      'a version that does not exist': {
        changes: { apiVersion: 'apiserver.config.orch.io/v99' },
        about: 'version',
      },
      'v1 in the group of v1alpha1': { changes: { apiVersion: 'apiserver.orch.io/v1' }, about: 'version' },
      'v1alpha1 in the group of v1': {
        changes: { apiVersion: 'apiserver.config.orch.io/v1alpha1' },
        about: 'version',
      },
      'another kind of the same version': { changes: { kind: 'AuthenticationConfiguration' }, about: '' },
      'a kind that differs in case': { changes: { kind: 'tracingConfiguration' }, about: '' },
    }

    test.for(near)('refuses %s', async ({ changes, about }) => {
      await files.refuses(changes, about)
    })
  },
)

rule(
  {
    ...shared,
    id: 'tracing.file.types',
    says: 'endpoint is a text, samplingRatePerMillion a whole number of 32 bits.',
    source: { document: 1, section, row: 'column Type' },
    faults: {
      'number-for-string-accepted': ['refuses an endpoint that is a number'],
      'string-for-number-accepted': ['refuses a rate that is a text'],
      'wrong-type-ignored': [
        'refuses an endpoint that is a number',
        'refuses an endpoint that is a list',
        'refuses a rate that is a text',
        'refuses a rate with a fraction',
        'refuses a rate above 32 bits',
      ],
    },
  },
  () => {
    const mistyped: Readonly<Record<string, Changes>> = {
      'an endpoint that is a number': { endpoint: 4317 },
      'an endpoint that is a list': { endpoint: ['127.0.0.1:1'] },
      'a rate that is a text': { samplingRatePerMillion: '100' },
      'a rate with a fraction': { samplingRatePerMillion: 100.5 },
      'a rate above 32 bits': { samplingRatePerMillion: 2_147_483_648 },
    }

    test.for(mistyped)('refuses %s', async (changes) => {
      await files.refuses(changes, Object.keys(changes)[0] ?? '')
    })
  },
)
