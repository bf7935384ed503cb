import { rule, test } from '#harness/check/rule.ts'
import { egressFiles } from '../../fixtures/egress-files.ts'
import { at, completeFile, completeTwin, tcpAt, udsNameAt } from './complete-file.ts'

const files = egressFiles(completeFile)

interface Requirement {
  readonly row: string
  readonly path: string
  /** What a reason names, where that is not the field. */
  readonly about?: string
  readonly fault: string
}

const requirements: Readonly<Record<string, Requirement>> = {
  egressSelections: {
    row: 'EgressSelectorConfiguration.egressSelections, required',
    path: 'egressSelections',
    fault: 'egress-selections-missing-accepted',
  },
  'the name of a selection': {
    row: 'EgressSelection.name, required',
    path: `${at.cluster}.name`,
    about: 'connection',
    fault: 'egress-name-missing-accepted',
  },
  'the connection of a selection': {
    row: 'EgressSelection.connection',
    path: `${at.cluster}.connection`,
    fault: 'egress-connection-missing-accepted',
  },
  'the proxyProtocol of a connection': {
    row: 'Connection.proxyProtocol, required',
    path: `${at.cluster}.connection.proxyProtocol`,
    about: 'protocol',
    fault: 'egress-protocol-missing-accepted',
  },
  'the transport for HTTPConnect': {
    row: 'Connection.transport, HTTPConnect',
    path: `${at.controlplane}.connection.transport`,
    fault: 'egress-transport-missing-for-HTTPConnect-accepted',
  },
  'the transport for GRPC': {
    row: 'Connection.transport, GRPC',
    path: `${at.cluster}.connection.transport`,
    fault: 'egress-transport-missing-for-GRPC-accepted',
  },
  'the url of a tcp transport': {
    row: 'TCPTransport.url, required',
    path: tcpAt.url,
    fault: 'egress-url-missing-accepted',
  },
  'the udsName of a uds transport': {
    row: 'UDSTransport.udsName, required',
    path: udsNameAt.cluster,
    fault: 'egress-uds-name-missing-accepted',
  },
}

for (const [name, { row, path, about, fault }] of Object.entries(requirements)) {
  const field = path.split('.').at(-1) ?? path
  rule(
    {
      id: `egress.required.${name.replaceAll(' ', '-').toLowerCase()}`,
      level: 'MUST',
      says: `A file without ${name} is invalid.`,
      source: { document: 1, section: 'EgressSelectorConfiguration', row },
      twin: completeTwin,
      overlaps: true,
      faults: { [fault]: [`refuses a file without ${name}`] },
    },
    () => {
      test(`refuses a file without ${name}`, async () => {
        await files.refuses({ [path]: undefined }, about ?? field)
      })
    },
  )
}
