import { formerly, says, test } from '#harness/check/rule.ts'
import { rulesOf } from '#harness/check/rules-of.ts'
import { completeFile } from '../../../shared/authentication/complete-file.ts'
import { configurationFile } from '../../../shared/configuration/configuration-file.ts'
import { configurationFlag } from '../../../shared/configuration/kinds.ts'
import { sharedOidcHost } from '../../../shared/peers.ts'

const { must, unspecified } = rulesOf({ document: 1, section: 'AuthenticationConfiguration', overlaps: true })

// Nothing listens there: whether a file is valid shows before anything is dialled.
const transport = { uds: { udsName: '/nonexistent/proxy.sock' } }
const egressSelections = ['cluster', 'controlplane'].map((name) => ({
  name,
  connection: { proxyProtocol: 'HTTPConnect', transport },
}))
const complete = { kind: 'authentication', peer: sharedOidcHost(), base: completeFile } as const
const files = configurationFile({
  ...complete,
  beside: configurationFlag('egress', {
    apiVersion: 'apiserver.orch.io/v1alpha1',
    kind: 'EgressSelectorConfiguration',
    egressSelections,
  }),
})

must('authn.file.egress-selector-type', 'egressSelectorType', () => {
  says('issuer.egressSelectorType is controlplane or cluster.')
  test('accepts controlplane and cluster', async () => {
    await files.accepts({
      'jwt.0.issuer.egressSelectorType': 'controlplane',
      'jwt.1.issuer.egressSelectorType': 'cluster',
    })
  }).sees('egress-controlplane-refused')

  const near = {
    'another name of the egress selector file': 'etcd',
    'the deprecated name of controlplane': 'master',
    'a value that differs in case': 'Cluster',
    'an unknown value': formerly('a value that nobody names', 'internet'),
  }

  test
    .for(near)('refuses %s', async (egressSelectorType) => {
      await files.refuses({ 'jwt.1.issuer.egressSelectorType': egressSelectorType }, 'egressSelectorType')
    })
    .sees('egress-selector-type-unchecked')
})

const alone = configurationFile(complete)

unspecified(
  'authn.file.open-egress-selection-missing',
  { row: 'egressSelectorType', aspect: 'missing selection' },
  () => {
    says('Unspecified: the effect of an egressSelectorType without a configured selection.')
    test('observes controlplane without an egress selector file', async () => {
      await alone.observes('controlplane without a file', {
        'jwt.0.issuer.egressSelectorType': 'controlplane',
      })
    })
  },
)
