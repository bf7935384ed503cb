import { excluded, rule, test } from '#harness/check/rule.ts'
import { completeTwin, files } from './complete-file.ts'

const kinds = { document: 1, section: 'Kinds' } as const
const table = { document: 1, section: 'AdmissionConfiguration' } as const

rule(
  {
    id: 'admission.file.complete',
    level: 'MUST',
    says: 'A file is valid that uses every field as its table says.',
    source: { ...table, row: 'AdmissionConfiguration.plugins' },
    overlaps: true,
    faults: {
      'second-admission-entry-refused': ['accepts a file that uses every field'],
      'admission-path-beside-configuration-refused': ['accepts a file that uses every field'],
      'admission-path-required': ['accepts a file that uses every field'],
      'admission-configuration-required': ['accepts a file that uses every field'],
    },
  },
  () => {
    test('accepts a file that uses every field', async () => {
      await files.accepts()
    })
  },
)

rule(
  {
    id: 'admission.file.versions',
    level: 'MUST',
    says: 'AdmissionConfiguration exists in v1 and in v1alpha1, with the same fields in both.',
    source: { document: 1, section: 'Versioning', row: 'identical fields, AdmissionConfiguration' },
    overlaps: true,
    faults: {
      'version-v1alpha1-refused': ['accepts every field under v1alpha1'],
      'second-admission-entry-refused': ['accepts every field under v1alpha1'],
      'admission-path-beside-configuration-refused': ['accepts every field under v1alpha1'],
      'admission-path-required': ['accepts every field under v1alpha1'],
      'admission-configuration-required': ['accepts every field under v1alpha1'],
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
    id: 'admission.file.api-version',
    level: 'MUST',
    says: 'The apiVersion of the file is apiserver.config.orch.io/v1 or apiserver.orch.io/v1alpha1.',
    source: { ...kinds, row: 'apiVersion, AdmissionConfiguration' },
    twin: completeTwin,
    overlaps: true,
    faults: {
      'api-version-missing-accepted': ['refuses a file without apiVersion'],
      'api-version-unknown-accepted': [
        'refuses a version that does not exist',
        'refuses v1 in the group of v1alpha1',
        'refuses v1alpha1 in the group of v1',
        'refuses a version without its group',
      ],
    },
  },
  () => {
    test('refuses a file without apiVersion', async () => {
      await files.refuses({ apiVersion: undefined }, 'apiVersion')
    })

    const near = {
      'a version that does not exist': 'apiserver.config.orch.io/v99',
      'v1 in the group of v1alpha1': 'apiserver.orch.io/v1',
      'v1alpha1 in the group of v1': 'apiserver.config.orch.io/v1alpha1',
      'a version without its group': 'v1',
    }

    test.for(near)('refuses %s', async (apiVersion) => {
      await files.refuses({ apiVersion }, 'version')
    })
  },
)

rule(
  {
    id: 'admission.file.kind',
    level: 'MUST',
    says: 'The kind of the file equals AdmissionConfiguration.',
    source: { ...kinds, row: 'kind, AdmissionConfiguration' },
    twin: completeTwin,
    overlaps: true,
    faults: {
      'kind-missing-accepted': ['refuses a file without kind'],
      'kind-not-compared': [
        'refuses another kind of the same version',
        'refuses a kind that does not exist',
        'refuses a kind that differs in case',
      ],
      'kind-case-ignored': ['refuses a kind that differs in case'],
    },
  },
  () => {
    test('refuses a file without kind', async () => {
      await files.refuses({ kind: undefined }, 'kind')
    })

    const near = {
      'another kind of the same version': 'TracingConfiguration',
      'a kind that does not exist': 'AdmissionConfigurations',
      'a kind that differs in case': 'admissionConfiguration',
    }

    test.for(near)('refuses %s', async (kind) => {
      // Read as another kind, what is wrong may be the kind or its fields.
      await files.refuses({ kind }, '')
    })
  },
)

rule(
  {
    id: 'admission.file.types',
    level: 'MUST',
    says: 'A field takes values of its type only.',
    source: { ...table, row: 'AdmissionPluginConfiguration, column Type' },
    twin: completeTwin,
    overlaps: true,
    faults: {
      'wrong-type-ignored': [
        'refuses plugins that are no list',
        'refuses a path that is a number',
        'refuses a configuration that is a text',
      ],
      'scalar-for-list-accepted': ['refuses plugins that are no list'],
      'number-for-string-accepted': ['refuses a path that is a number'],
    },
  },
  () => {
    const wrong = {
      'plugins that are no list': { plugins: { name: 'PodNodeSelector' } },
      'a path that is a number': { 'plugins.0.path': 5 },
      'a configuration that is a text': { 'plugins.0.configuration': 'from=inline' },
    }

    test.for<Record<string, unknown>>(wrong)('refuses %s', async (changes) => {
      await files.refuses(changes, '')
    })
  },
)

excluded({
  id: 'admission.file.members',
  says: 'The member of the kind is plugins.',
  source: { ...kinds, row: 'AdmissionConfiguration' },
  excluded: { reason: 'A list of names: admission.file.complete uses plugins as its table says.' },
})
