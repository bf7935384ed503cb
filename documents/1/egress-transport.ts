import { type Facts, fieldsOf } from '../fields.ts'
import type { Changes, Field } from '../shape.ts'

/** Paths of the selections in the complete file. */
export const connectionPaths = {
  controlplane: 'egressSelections.0',
  cluster: 'egressSelections.1',
  etcd: 'egressSelections.2',
} as const

const tcpPath = `${connectionPaths.controlplane}.connection.transport.tcp`
const udsPath = `${connectionPaths.cluster}.connection.transport.uds`

/** Paths of the members of the TCP transport. */
export const tcpAt = { url: `${tcpPath}.url`, tlsConfig: `${tcpPath}.tlsConfig` } as const

/** Paths of the socket names. */
export const udsNameAt = {
  cluster: `${udsPath}.udsName`,
  etcd: `${connectionPaths.etcd}.connection.transport.uds.udsName`,
} as const

/** Values of `tlsConfig`: references to files that the harness writes. */
export const tlsFiles = {
  caBundle: 'file:ca.crt',
  clientKey: 'file:client.key',
  clientCert: 'file:client.crt',
} as const

const socket = '/nonexistent/tunnel.sock'

/** Returns changes that give the first selection of a generated file this connection. */
export function drawnConnection(connection: object): Changes {
  return { 'egressSelections.0.connection': connection }
}

/** Returns a connection over HTTPS whose `tcp` has the changed members. */
export function secureConnection(changes: object): object {
  return {
    proxyProtocol: 'HTTPConnect',
    transport: { tcp: { url: 'https://127.0.0.1:1', tlsConfig: tlsFiles, ...changes } },
  }
}

/** Returns a connection through a Unix domain socket. */
export function udsConnection(proxyProtocol: string): object {
  return { proxyProtocol, transport: { uds: { udsName: socket } } }
}

/** Documented properties of the transport of a connection in document 1. */
export const transport: Facts = {
  requirement: [
    {
      words: 'the transport for HTTPConnect',
      aspect: 'HTTPConnect',
      path: `${connectionPaths.controlplane}.connection.transport`,
      fault: 'egress-transport-missing-for-HTTPConnect-accepted',
      constraint: 'no transport for HTTPConnect',
      drawChanges: () => drawnConnection({ proxyProtocol: 'HTTPConnect' }),
    },
    {
      words: 'the transport for GRPC',
      aspect: 'GRPC',
      fault: 'egress-transport-missing-for-GRPC-accepted',
      constraint: 'no transport for GRPC',
      drawChanges: () => drawnConnection({ proxyProtocol: 'GRPC' }),
    },
  ],
  rules: [
    {
      id: 'egress.transport.at-least-one',
      says: 'A transport has at least one of tcp and uds.',
      place: { rows: ['Transport.tcp', 'Transport.uds'] },
      title: 'an empty transport for %s',
      nearMisses: {
        HTTPConnect: {
          fault: 'egress-transport-empty-accepted',
          path: `${connectionPaths.controlplane}.connection.transport`,
          values: [{}],
          subject: 'uds',
          constraint: 'transport with neither way for HTTPConnect',
          drawChanges: () => drawnConnection({ proxyProtocol: 'HTTPConnect', transport: {} }),
        },
        GRPC: {
          fault: 'egress-transport-empty-accepted',
          values: [{}],
          subject: 'uds',
          constraint: 'transport with neither way for GRPC',
          drawChanges: () => drawnConnection({ proxyProtocol: 'GRPC', transport: {} }),
        },
      },
    },
  ],
}

const url: Facts = {
  requirement: {
    words: 'the url of a tcp transport',
    fault: 'egress-url-missing-accepted',
    constraint: 'no url',
  },
  // The changed connection always uses HTTPS, whatever the first selection of the generated file used.
  drawChanges: (value) => drawnConnection(secureConnection({ url: value })),
  rules: [
    {
      id: 'egress.tcp.url-scheme',
      says: 'The url of a tunnel server begins with http:// or https://.',
      acceptedFiles: {
        'http:// without tlsConfig': {
          fault: 'egress-http-url-refused',
          changes: { [tcpAt.url]: 'http://127.0.0.1:1', [tcpAt.tlsConfig]: undefined },
        },
      },
      fault: 'egress-url-scheme-unchecked',
      constraint: 'url of another scheme',
      nearMisses: {
        'the scheme of a unix socket': [`unix://${socket}`],
        'a scheme other than http and https': {
          values: ['socks5://127.0.0.1:1', 'ftp://127.0.0.1:1', 'tcp://127.0.0.1:1'],
          formerly: 'the scheme of another sort of proxy',
        },
        'an address without a scheme': ['127.0.0.1:1'],
      },
    },
  ],
}

/** Documented properties of the fields of a transport. */
export const transportFields: readonly Field[] = [
  ...fieldsOf(
    'Transport',
    `${connectionPaths.controlplane}.connection.transport`,
    {
      tcp: {
        rules: [
          {
            id: 'egress.transport.no-grpc-over-tcp',
            says: 'GRPC is not supported over tcp.',
            place: { rows: ['Transport.tcp', 'Transport.uds'], aspect: 'GRPC over tcp' },
            nearMisses: {
              'GRPC over tcp': {
                formerly: 'GRPC over the tcp that carries HTTPConnect',
                fault: 'egress-grpc-over-tcp-accepted',
                path: `${connectionPaths.controlplane}.connection.proxyProtocol`,
                values: ['GRPC'],
                subject: 'uds',
                constraint: 'GRPC over tcp',
                drawChanges: (proxyProtocol) => drawnConnection({ ...secureConnection({}), proxyProtocol }),
              },
            },
          },
        ],
      },
      uds: {
        // The changed connection also has a valid `tcp`, so that only the type of `uds` is wrong.
        mistypedValues: {
          'a string in place of an object': {
            fault: 'wrong-type-ignored',
            values: [socket],
            formerly: 'a text where an object belongs',
          },
          'a list in place of an object': {
            fault: 'wrong-type-ignored',
            values: [[]],
            formerly: 'a list where an object belongs',
          },
        },
      },
    },
    'sentence',
  ),
  ...fieldsOf('TCPTransport', tcpPath, { url, tlsConfig: {} }, 'sentence'),
  ...fieldsOf('TLSConfig', tcpAt.tlsConfig, { caBundle: {}, clientKey: {}, clientCert: {} }),
  ...fieldsOf(
    'UDSTransport',
    udsPath,
    {
      udsName: {
        requirement: {
          words: 'the udsName of a uds transport',
          fault: 'egress-uds-name-missing-accepted',
          constraint: 'no name of the socket',
          drawChanges: (_, pick) =>
            drawnConnection({ proxyProtocol: ['HTTPConnect', 'GRPC'][pick % 2], transport: { uds: {} } }),
        },
        mistypedValues: {
          'a number in place of a string': {
            fault: 'number-for-string-accepted',
            values: [5],
            formerly: 'a number where a text belongs',
          },
        },
      },
    },
    'sentence',
  ),
]
