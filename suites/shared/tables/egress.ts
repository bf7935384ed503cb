import type { Changes } from '../configuration/changed.ts'
import { type Facts, fieldsOf, type FieldTable } from './field-table.ts'

/** Where each selection of the complete file stands. */
export const at = {
  controlplane: 'egressSelections.0',
  cluster: 'egressSelections.1',
  etcd: 'egressSelections.2',
} as const

const tcp = `${at.controlplane}.connection.transport.tcp`
const uds = `${at.cluster}.connection.transport.uds`

/** Where the members of the way by TCP stand. */
export const tcpAt = { url: `${tcp}.url`, tlsConfig: `${tcp}.tlsConfig` } as const

/** Where a socket's name stands. */
export const udsNameAt = {
  cluster: `${uds}.udsName`,
  etcd: `${at.etcd}.connection.transport.uds.udsName`,
} as const

/** What `tlsConfig` holds, as files beside it. */
export const tlsFiles = {
  caBundle: 'file:ca.crt',
  clientKey: 'file:client.key',
  clientCert: 'file:client.crt',
} as const

const socket = '/nonexistent/tunnel.sock'

/** A generated file whose first selection has this connection. */
export function drawnConnection(connection: object): Changes {
  return { 'egressSelections.0.connection': connection }
}

/** A connection by HTTPS with other members of its tcp. */
export function secureWith(changes: object): object {
  return {
    proxyProtocol: 'HTTPConnect',
    transport: { tcp: { url: 'https://127.0.0.1:1', tlsConfig: tlsFiles, ...changes } },
  }
}

/** A connection through a socket. */
export function byUds(proxyProtocol: string): object {
  return { proxyProtocol, transport: { uds: { udsName: socket } } }
}

const name: Facts = {
  required: {
    words: 'the name of a selection',
    fault: 'egress-name-missing-accepted',
    constraint: 'no name',
    about: 'connection',
  },
  legal: ['cluster', 'controlplane', 'master'],
  rules: [
    {
      id: 'egress.name.supported',
      says: 'The name of a selection is controlplane, etcd, cluster, or master, which is deprecated.',
      accepts: {
        'the deprecated name in place of controlplane': {
          fault: 'egress-name-master-refused',
          changes: { [`${at.controlplane}.name`]: 'master' },
        },
      },
      title: 'refuses a name that %s',
      fault: 'egress-name-unchecked',
      constraint: 'another name',
      near: {
        'is unknown': {
          values: ['internet', 'konnectivity', 'nodes', 'clusters'],
          about: 'internet',
          formerly: 'nobody names',
        },
        'has a blank behind it': { values: ['cluster '], about: 'cluster ' },
        'is that of a type of traffic': { values: ['webhooks'], about: 'webhooks' },
      },
    },
    {
      id: 'egress.file.open-name-case',
      says: 'The name of a selection is one of these in lower case.',
      place: { aspect: 'case' },
      title: 'refuses a name that %s',
      fault: 'egress-name-case-ignored',
      near: {
        'begins with a capital': { values: ['Cluster'], about: ['name', 'cluster'] },
        'is in upper case': { values: ['CLUSTER'], about: ['name', 'cluster'] },
      },
    },
  ],
}

const transport: Facts = {
  required: [
    {
      words: 'the transport for HTTPConnect',
      aspect: 'HTTPConnect',
      path: `${at.controlplane}.connection.transport`,
      fault: 'egress-transport-missing-for-HTTPConnect-accepted',
      constraint: 'no transport for HTTPConnect',
      drawn: () => drawnConnection({ proxyProtocol: 'HTTPConnect' }),
    },
    {
      words: 'the transport for GRPC',
      aspect: 'GRPC',
      fault: 'egress-transport-missing-for-GRPC-accepted',
      constraint: 'no transport for GRPC',
      drawn: () => drawnConnection({ proxyProtocol: 'GRPC' }),
    },
  ],
  rules: [
    {
      id: 'egress.transport.at-least-one',
      says: 'A transport has at least one of tcp and uds.',
      place: { rows: ['Transport.tcp', 'Transport.uds'] },
      title: 'refuses an empty transport for %s',
      near: {
        HTTPConnect: {
          fault: 'egress-transport-empty-accepted',
          path: `${at.controlplane}.connection.transport`,
          values: [{}],
          about: 'uds',
          constraint: 'transport with neither way for HTTPConnect',
          drawn: () => drawnConnection({ proxyProtocol: 'HTTPConnect', transport: {} }),
        },
        GRPC: {
          fault: 'egress-transport-empty-accepted',
          values: [{}],
          about: 'uds',
          constraint: 'transport with neither way for GRPC',
          drawn: () => drawnConnection({ proxyProtocol: 'GRPC', transport: {} }),
        },
      },
    },
  ],
}

const url: Facts = {
  required: {
    words: 'the url of a tcp transport',
    fault: 'egress-url-missing-accepted',
    constraint: 'no url',
  },
  // Whatever way the first selection of a generated file has, it is by HTTPS then.
  drawn: (value) => drawnConnection(secureWith({ url: value })),
  rules: [
    {
      id: 'egress.tcp.url-scheme',
      says: 'The url of a tunnel server begins with http:// or https://.',
      accepts: {
        'http:// without tlsConfig': {
          fault: 'egress-http-url-refused',
          changes: { [tcpAt.url]: 'http://127.0.0.1:1', [tcpAt.tlsConfig]: undefined },
        },
      },
      fault: 'egress-url-scheme-unchecked',
      constraint: 'url of another scheme',
      near: {
        'the scheme of a unix socket': [`unix://${socket}`],
        'the scheme of another sort of proxy': [
          'socks5://127.0.0.1:1',
          'ftp://127.0.0.1:1',
          'tcp://127.0.0.1:1',
        ],
        'an address without a scheme': ['127.0.0.1:1'],
      },
    },
  ],
}

/** All that document 1 states about the fields of an EgressSelectorConfiguration. */
export const egressTable: FieldTable = {
  document: 1,
  section: 'EgressSelectorConfiguration (v1alpha1)',
  fields: [
    ...fieldsOf('EgressSelectorConfiguration', '', {
      egressSelections: {
        required: { fault: 'egress-selections-missing-accepted', constraint: 'no selections' },
        rules: [
          {
            id: 'egress.file.open-repeated-selections',
            says: 'There is one entry per egress selection client: a second one is refused, also master together with controlplane.',
            place: { aspect: 'one entry per client' },
            near: {
              'two selections of one name': {
                fault: 'egress-selection-repeated-accepted',
                path: `${at.cluster}.name`,
                values: ['controlplane'],
                about: 'controlplane',
              },
              'master together with controlplane': {
                fault: 'egress-master-beside-controlplane-accepted',
                path: `${at.cluster}.name`,
                values: ['master'],
                about: 'controlplane',
                formerly: 'master beside controlplane',
              },
            },
          },
        ],
        mistyped: {
          'an object where a list belongs': {
            fault: 'scalar-for-list-accepted',
            values: [{ name: 'cluster', connection: byUds('GRPC') }],
          },
        },
      },
    }),
    ...fieldsOf(
      'EgressSelection',
      at.cluster,
      {
        name,
        connection: {
          required: {
            words: 'the connection of a selection',
            fault: 'egress-connection-missing-accepted',
            constraint: 'no connection',
          },
        },
      },
      'sentence',
    ),
    ...fieldsOf(
      'Connection',
      `${at.cluster}.connection`,
      {
        proxyProtocol: {
          required: {
            words: 'the proxyProtocol of a connection',
            fault: 'egress-protocol-missing-accepted',
            constraint: 'no protocol',
            about: 'protocol',
          },
        },
        transport,
      },
      'sentence',
    ),
    ...fieldsOf(
      'Transport',
      `${at.controlplane}.connection.transport`,
      {
        tcp: {
          rules: [
            {
              id: 'egress.transport.no-grpc-over-tcp',
              says: 'GRPC is not supported over tcp.',
              place: { rows: ['Transport.tcp', 'Transport.uds'], aspect: 'GRPC over tcp' },
              near: {
                'GRPC over the tcp that carries HTTPConnect': {
                  fault: 'egress-grpc-over-tcp-accepted',
                  path: `${at.controlplane}.connection.proxyProtocol`,
                  values: ['GRPC'],
                  about: 'uds',
                  constraint: 'GRPC over tcp',
                  drawn: (proxyProtocol) => drawnConnection({ ...secureWith({}), proxyProtocol }),
                },
              },
            },
          ],
        },
        uds: {
          // Beside tcp, so that nothing but its type is wrong with it.
          mistyped: {
            'a text where an object belongs': { fault: 'wrong-type-ignored', values: [socket] },
            'a list where an object belongs': { fault: 'wrong-type-ignored', values: [[]] },
          },
        },
      },
      'sentence',
    ),
    ...fieldsOf('TCPTransport', tcp, { url, tlsConfig: {} }, 'sentence'),
    ...fieldsOf('TLSConfig', tcpAt.tlsConfig, { caBundle: {}, clientKey: {}, clientCert: {} }),
    ...fieldsOf(
      'UDSTransport',
      uds,
      {
        udsName: {
          required: {
            words: 'the udsName of a uds transport',
            fault: 'egress-uds-name-missing-accepted',
            constraint: 'no name of the socket',
            drawn: (_, pick) =>
              drawnConnection({ proxyProtocol: ['HTTPConnect', 'GRPC'][pick % 2], transport: { uds: {} } }),
          },
          mistyped: {
            'a number where a text belongs': { fault: 'number-for-string-accepted', values: [5] },
          },
        },
      },
      'sentence',
    ),
  ],
}
