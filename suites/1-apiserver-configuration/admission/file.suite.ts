import { rule, test } from '#harness/check/rule.ts'
import { kindRules } from '../../fixtures/kind-rules.ts'
import { completeTwin, files } from './complete-file.ts'

const section = 'AdmissionConfiguration'
const accepted = 'accepts a file that uses every field'
const refusedBy = [
  'second-admission-entry-refused',
  'admission-path-beside-configuration-refused',
  'admission-path-required',
  'admission-configuration-required',
]

rule(
  {
    id: 'admission.file.complete',
    level: 'MUST',
    says: 'A file is valid that uses every field as its table says.',
    source: { document: 1, section, row: 'AdmissionConfiguration.plugins' },
    overlaps: true,
    faults: Object.fromEntries(refusedBy.map((fault) => [fault, [accepted]])),
  },
  () => {
    test(accepted, async () => {
      await files.accepts()
    })
  },
)

kindRules({
  area: 'admission',
  name: 'AdmissionConfiguration',
  versions: 'both',
  members: 'plugins',
  neighbour: 'TracingConfiguration',
  section,
  files,
  twin: completeTwin,
  refusedBy,
  mistyped: {
    'an object where a list belongs': {
      changes: { plugins: { name: 'PodNodeSelector' } },
      faults: ['wrong-type-ignored', 'scalar-for-list-accepted'],
    },
    'a number where a text belongs': {
      changes: { 'plugins.0.path': 5 },
      faults: ['wrong-type-ignored', 'number-for-string-accepted'],
    },
    'a text where an object belongs': {
      changes: { 'plugins.0.configuration': 'from=inline' },
      faults: ['wrong-type-ignored'],
    },
  },
})
