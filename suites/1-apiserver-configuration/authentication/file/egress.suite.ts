import { rulesOf, says, test } from '#kit'
import { completeFile } from '../../../shared/authentication/complete-file.ts'
import { configurationFile } from '../../../shared/configuration/configuration-file.ts'
import { configurationFlag } from '../../../shared/configuration/kinds.ts'
import { declareValueRules } from '../../../shared/configuration/value-rules.ts'
import { sharedOidcHost } from '../../../shared/peers.ts'
import { authenticationTable } from '#documents/1/authentication.ts'
import { filterTable } from '#documents/fields.ts'

const { unspecified } = rulesOf({ document: 1, section: 'AuthenticationConfiguration', overlaps: true })

// Address without a listener, because a file is validated before any connection.
const transport = { uds: { udsName: '/nonexistent/proxy.sock' } }
const egressSelections = ['cluster', 'controlplane'].map((name) => ({
  name,
  connection: { proxyProtocol: 'HTTPConnect', transport },
}))
const fileOptions = { kind: 'authentication', peer: sharedOidcHost(), base: completeFile } as const
const files = configurationFile({
  ...fileOptions,
  commonFlags: configurationFlag('egress', {
    apiVersion: 'apiserver.orch.io/v1alpha1',
    kind: 'EgressSelectorConfiguration',
    egressSelections,
  }),
})

declareValueRules({
  table: filterTable(authenticationTable, ({ name }) => name === 'egressSelectorType'),
  files,
  twin: 'authn.file.egress-selector-type/accepts-controlplane-and-cluster',
})

const plainFile = configurationFile(fileOptions)

unspecified(
  'authn.file.open-egress-selection-missing',
  { row: 'egressSelectorType', aspect: 'missing selection' },
  () => {
    says('Unspecified: the effect of an egressSelectorType without a configured selection.')
    test(
      {
        title:
          'records whether a server starts with egressSelectorType controlplane but without an egress selector file',
        id: 'observes controlplane without an egress selector file',
      },
      async () => {
        await plainFile.observes('controlplane without a file', {
          'jwt.0.issuer.egressSelectorType': 'controlplane',
        })
      },
    )
  },
)
