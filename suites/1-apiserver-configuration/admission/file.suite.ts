import { accepts, rulesOf, says } from '#kit'
import { declareKindRules } from '../../shared/configuration/kind-rules.ts'
import { completeTwin, files } from './complete-file.ts'
import { admissionTable } from '#documents/1/admission.ts'
import { mistypedOf } from '#documents/fields.ts'

const section = 'AdmissionConfiguration'

const { must } = rulesOf({ document: 1, section, overlaps: true })

const faultsOfBothSources = [
  'second-admission-entry-refused',
  'admission-path-beside-configuration-refused',
  'admission-path-required',
  'admission-configuration-required',
]

must('admission.file.complete', 'plugins', () => {
  says('A file is valid that uses every field as its table says.')
  accepts('a file that uses every field', async () => {
    await files.accepts()
  }).sees('admission-path-beside-configuration-refused')
})

declareKindRules({
  area: 'admission',
  name: 'AdmissionConfiguration',
  versions: 'both',
  members: 'plugins',
  neighbour: 'TracingConfiguration',
  section,
  files,
  twin: completeTwin,
  refusedBy: faultsOfBothSources,
  mistypedCases: mistypedOf(admissionTable),
})
