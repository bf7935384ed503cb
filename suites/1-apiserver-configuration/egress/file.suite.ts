import { rule, test } from '#harness/check/rule.ts'
import { egressFiles } from '../../fixtures/egress-files.ts'
import { kindRules } from '../../fixtures/kind-rules.ts'
import { at, completeFile, completeTwin, faultsOfAccepting } from './complete-file.ts'

const files = egressFiles(completeFile)
const section = 'EgressSelectorConfiguration'
// Beside tcp, so that nothing but its type is wrong with it.
const second = `${at.controlplane}.connection.transport.uds`

rule(
  {
    id: 'egress.file.complete',
    level: 'MUST',
    says: 'A file of version v1alpha1 is valid that uses every field as its table says, with an entry per selection.',
    source: { document: 1, section, row: 'EgressSelectorConfiguration.egressSelections' },
    overlaps: true,
    faults: faultsOfAccepting(['accepts a file that uses every field']),
  },
  () => {
    test('accepts a file that uses every field', async () => {
      await files.accepts()
    })
  },
)

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
    'an object where a list belongs': {
      changes: {
        egressSelections: {
          name: 'cluster',
          connection: { proxyProtocol: 'GRPC', transport: { uds: { udsName: '/nonexistent/tunnel.sock' } } },
        },
      },
      faults: ['scalar-for-list-accepted'],
    },
    'a text where an object belongs': {
      changes: { [second]: '/nonexistent/tunnel.sock' },
      faults: ['wrong-type-ignored'],
    },
    'a list where an object belongs': { changes: { [second]: [] }, faults: ['wrong-type-ignored'] },
    'a number where a text belongs': {
      changes: { [`${at.cluster}.connection.transport.uds.udsName`]: 5 },
      faults: ['number-for-string-accepted'],
    },
  },
})
