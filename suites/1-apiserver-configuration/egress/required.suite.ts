import { says, test } from '#harness/check/rule.ts'
import { rulesOf } from '#harness/check/rules-of.ts'
import { at, completeFile, completeTwin, tcpAt, udsNameAt } from './complete-file.ts'
import { configurationFile } from '../../shared/configuration/configuration-file.ts'
import { sharedProxy } from './configuration.ts'

const { must } = rulesOf({
  document: 1,
  section: 'EgressSelectorConfiguration (v1alpha1)',
  overlaps: true,
  twin: completeTwin,
})

const files = configurationFile({ kind: 'egress', peer: sharedProxy(), base: completeFile })

interface Requirement {
  readonly rows: readonly [string]
  readonly aspect?: string
  readonly path: string
  /** What a reason names, where that is not the field. */
  readonly about?: string
  readonly fault: string
}

const requirements: Readonly<Record<string, Requirement>> = {
  egressSelections: {
    rows: ['egressSelections'],
    path: 'egressSelections',
    fault: 'egress-selections-missing-accepted',
  },
  'the name of a selection': {
    rows: ['EgressSelection.name'],
    path: `${at.cluster}.name`,
    about: 'connection',
    fault: 'egress-name-missing-accepted',
  },
  'the connection of a selection': {
    rows: ['EgressSelection.connection'],
    path: `${at.cluster}.connection`,
    fault: 'egress-connection-missing-accepted',
  },
  'the proxyProtocol of a connection': {
    rows: ['Connection.proxyProtocol'],
    path: `${at.cluster}.connection.proxyProtocol`,
    about: 'protocol',
    fault: 'egress-protocol-missing-accepted',
  },
  'the transport for HTTPConnect': {
    rows: ['Connection.transport'],
    aspect: 'HTTPConnect',
    path: `${at.controlplane}.connection.transport`,
    fault: 'egress-transport-missing-for-HTTPConnect-accepted',
  },
  'the transport for GRPC': {
    rows: ['Connection.transport'],
    aspect: 'GRPC',
    path: `${at.cluster}.connection.transport`,
    fault: 'egress-transport-missing-for-GRPC-accepted',
  },
  'the url of a tcp transport': {
    rows: ['TCPTransport.url'],
    path: tcpAt.url,
    fault: 'egress-url-missing-accepted',
  },
  'the udsName of a uds transport': {
    rows: ['UDSTransport.udsName'],
    path: udsNameAt.cluster,
    fault: 'egress-uds-name-missing-accepted',
  },
}

for (const [name, { rows, aspect = 'required', path, about, fault }] of Object.entries(requirements)) {
  const field = path.split('.').at(-1) ?? path
  must(`egress.required.${name.replaceAll(' ', '-').toLowerCase()}`, { rows, aspect }, () => {
    says(`A file without ${name} is invalid.`)
    test(`refuses a file without ${name}`, async () => {
      await files.refuses({ [path]: undefined }, about ?? field)
    }).sees(fault)
  })
}
