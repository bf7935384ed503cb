import { rule, test } from '#harness/check/rule.ts'
import { file } from '#harness/launch/flags.ts'
import { authenticationFiles } from '../../fixtures/authentication-files.ts'
import { completeFile, faultsOfAccepting } from './complete-file.ts'

// Nothing listens there: whether a file is valid shows before anything is dialled.
const transport = { uds: { udsName: '/nonexistent/proxy.sock' } }
const egressSelections = ['cluster', 'controlplane'].map((name) => ({
  name,
  connection: { proxyProtocol: 'HTTPConnect', transport },
}))
const files = authenticationFiles(completeFile, {
  '--egress-selector-config-file': file('egress.yaml', {
    apiVersion: 'apiserver.orch.io/v1alpha1',
    kind: 'EgressSelectorConfiguration',
    egressSelections,
  }),
})

// Faults that refuse a legal part of the egress file.
const refusing = [
  'second-egress-selection-refused',
  'egress-name-controlplane-refused',
  'egress-name-cluster-refused',
  'egress-protocol-HTTPConnect-refused',
  'egress-uds-for-HTTPConnect-refused',
]

rule(
  {
    id: 'authn.file.egress-selector-type',
    level: 'MUST',
    says: 'issuer.egressSelectorType is controlplane or cluster.',
    source: { document: 1, section: 'AuthenticationConfiguration', row: 'Issuer.egressSelectorType' },
    overlaps: true,
    faults: {
      'egress-selector-type-unchecked': [
        'refuses another name of the egress selector file',
        'refuses the deprecated name of controlplane',
        'refuses a value that differs in case',
        'refuses a value that nobody names',
      ],
      ...faultsOfAccepting('accepts controlplane and cluster'),
      ...Object.fromEntries(refusing.map((fault) => [fault, ['accepts controlplane and cluster']])),
      'egress-controlplane-refused': ['accepts controlplane and cluster'],
      'egress-cluster-refused': ['accepts controlplane and cluster'],
    },
  },
  () => {
    test('accepts controlplane and cluster', async () => {
      await files.accepts({
        'jwt.0.issuer.egressSelectorType': 'controlplane',
        'jwt.1.issuer.egressSelectorType': 'cluster',
      })
    })

    const near = {
      'another name of the egress selector file': 'etcd',
      'the deprecated name of controlplane': 'master',
      'a value that differs in case': 'Cluster',
      'a value that nobody names': 'internet',
    }

    test.for(near)('refuses %s', async (egressSelectorType) => {
      await files.refuses({ 'jwt.1.issuer.egressSelectorType': egressSelectorType }, 'egressSelectorType')
    })
  },
)

const alone = authenticationFiles(completeFile)

rule(
  {
    id: 'authn.file.open-egress-selection-missing',
    level: 'UNSPECIFIED',
    says: 'What an egressSelectorType means whose selection is not configured is not said.',
    source: {
      document: 1,
      section: 'AuthenticationConfiguration',
      row: 'Issuer.egressSelectorType, missing selection',
    },
    overlaps: true,
  },
  () => {
    test('observes controlplane without an egress selector file', async () => {
      await alone.observes('controlplane without a file', {
        'jwt.0.issuer.egressSelectorType': 'controlplane',
      })
    })
  },
)
