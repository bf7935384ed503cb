import { accepts, rulesOf, says, seeing } from '#kit'
import { declareKindRules } from '../../shared/configuration/kind-rules.ts'
import { configurationKinds } from '../../shared/configuration/kinds.ts'
import { files } from './complete-file.ts'
import { mistypedOf } from '#documents/fields.ts'
import { tracingTable } from '#documents/1/tracing.ts'

const { must } = rulesOf({ document: 1, section: 'Kinds', overlaps: true })

const completeTwin = configurationKinds.tracing.complete

must('tracing.file.complete', 'TracingConfiguration', () => {
  says(
    'endpoint and samplingRatePerMillion are fields next to apiVersion and kind, and each may be left out.',
  )
  accepts(
    {
      title: 'both fields together with apiVersion and kind',
      id: 'both fields beside apiVersion and kind',
    },
    async () => {
      await files.accepts()
    },
  ).sees('tracing-rate-of-a-million-refused')

  accepts.for({
    endpoint: seeing(['tracing-endpoint-required'], 'endpoint'),
    samplingRatePerMillion: seeing(['tracing-rate-required'], 'samplingRatePerMillion'),
  })('a file without %s', async (field) => {
    await files.accepts({ [field]: undefined })
  })
})

declareKindRules({
  area: 'tracing',
  name: 'TracingConfiguration',
  versions: 'both',
  members: 'endpoint and samplingRatePerMillion, in addition to apiVersion and kind',
  neighbour: 'AuthenticationConfiguration',
  section: 'TracingConfiguration members',
  files,
  twin: completeTwin,
  refusedBy: ['tracing-rate-of-a-million-refused'],
  mistypedCases: mistypedOf(tracingTable),
})
