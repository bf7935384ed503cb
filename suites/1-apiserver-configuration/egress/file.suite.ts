import { accepts, rulesOf, says } from '#kit'
import { declareKindRules } from '../../shared/configuration/kind-rules.ts'
import { completeFile, completeTwin } from './complete-file.ts'
import { configurationFile } from '../../shared/configuration/configuration-file.ts'
import { egressTable } from '#documents/1/egress.ts'
import { mistypedOf } from '#documents/fields.ts'
import { sharedProxy } from './configuration.ts'

const files = configurationFile({ kind: 'egress', peer: sharedProxy(), base: completeFile })
const section = 'EgressSelectorConfiguration (v1alpha1)'

const { must } = rulesOf({ document: 1, section, overlaps: true })

must('egress.file.complete', 'egressSelections', () => {
  says(
    'A file of version v1alpha1 is valid that uses every field as its table says, with an entry per selection.',
  )
  accepts('a file that uses every field', async () => {
    await files.accepts()
  }).sees('egress-https-url-refused')
})

declareKindRules({
  area: 'egress',
  name: 'EgressSelectorConfiguration',
  versions: 'v1alpha1',
  members: 'egressSelections',
  neighbour: 'AdmissionConfiguration',
  section,
  files,
  twin: completeTwin,
  mistypedCases: mistypedOf(egressTable),
})
