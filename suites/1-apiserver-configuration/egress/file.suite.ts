import { says, seeing, test } from '#harness/check/rule.ts'
import { rulesOf } from '#harness/check/rules-of.ts'
import { kindRules } from '../../shared/configuration/kind-rules.ts'
import { at, completeFile, completeTwin } from './complete-file.ts'
import { configurationFile } from '../../shared/configuration/configuration-file.ts'
import { sharedProxy } from './configuration.ts'

const files = configurationFile({ kind: 'egress', peer: sharedProxy(), base: completeFile })
const section = 'EgressSelectorConfiguration (v1alpha1)'

const { must } = rulesOf({ document: 1, section, overlaps: true })

// Beside tcp, so that nothing but its type is wrong with it.
const second = `${at.controlplane}.connection.transport.uds`

must('egress.file.complete', 'egressSelections', () => {
  says(
    'A file of version v1alpha1 is valid that uses every field as its table says, with an entry per selection.',
  )
  test('accepts a file that uses every field', async () => {
    await files.accepts()
  }).sees('egress-https-url-refused')
})

kindRules({
  area: 'egress',
  name: 'EgressSelectorConfiguration',
  versions: 'v1alpha1',
  members: 'egressSelections',
  neighbour: 'AdmissionConfiguration',
  section,
  files,
  twin: completeTwin,
  mistyped: {
    'an object where a list belongs': seeing(['scalar-for-list-accepted'], {
      changes: {
        egressSelections: {
          name: 'cluster',
          connection: { proxyProtocol: 'GRPC', transport: { uds: { udsName: '/nonexistent/tunnel.sock' } } },
        },
      },
    }),
    'a text where an object belongs': seeing(['wrong-type-ignored'], {
      changes: { [second]: '/nonexistent/tunnel.sock' },
    }),
    'a list where an object belongs': seeing(['wrong-type-ignored'], { changes: { [second]: [] } }),
    'a number where a text belongs': seeing(['number-for-string-accepted'], {
      changes: { [`${at.cluster}.connection.transport.uds.udsName`]: 5 },
    }),
  },
})
