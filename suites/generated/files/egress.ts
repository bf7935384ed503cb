import { type Arbitrary, oneof, record, uniqueArray } from 'fast-check'
import { oneOf } from '../words.ts'
import { type Breaks, fileCases, of } from './file-case.ts'

interface Selection {
  readonly name: string
  readonly connection: object
}

interface File {
  readonly egressSelections: readonly Selection[]
}

const entry = 'egressSelections.0'
const connection = `${entry}.connection`

const tls = { caBundle: 'file:ca.crt', clientKey: 'file:client.key', clientCert: 'file:client.crt' }
const secure = {
  proxyProtocol: 'HTTPConnect',
  transport: { tcp: { url: 'https://127.0.0.1:1', tlsConfig: tls } },
}
const uds = (proxyProtocol: string) => ({
  proxyProtocol,
  transport: { uds: { udsName: '/nonexistent/tunnel.sock' } },
})

/**
 * What an EgressSelectorConfiguration must not say; the selection that changes comes first. A socket's name with a
 * scheme is not among it: a server may also start with it, and get nothing through. Nor is a name in upper case, which
 * the documents leave open.
 */
const breaks: Breaks = {
  'no selections': { about: 'egressSelections', changes: () => ({ egressSelections: undefined }) },
  'no name': { about: 'name', changes: () => ({ [`${entry}.name`]: undefined }) },
  'another name': {
    about: 'name',
    changes: (_, pick) => ({
      [`${entry}.name`]: of(['clusters', 'konnectivity', 'cluster ', 'nodes'], pick),
    }),
  },
  'name twice in a row': {
    about: 'name',
    changes: ({ egressSelections }: File) => ({
      egressSelections: [...egressSelections, ...egressSelections.slice(-1)],
    }),
  },
  'name twice, another between': {
    about: 'name',
    changes: ({ egressSelections: [first = other('cluster')] }: File) => ({
      egressSelections: [first, other(first.name === 'cluster' ? 'controlplane' : 'cluster'), first],
    }),
  },
  'master beside controlplane': {
    about: 'name',
    changes: (_, pick) => ({
      egressSelections: of(
        [
          ['master', 'controlplane'],
          ['controlplane', 'cluster', 'master'],
        ],
        pick,
      ).map(other),
    }),
  },
  'no connection': { about: 'connection', changes: () => ({ [connection]: undefined }) },
  'no protocol': { about: 'proxyProtocol', changes: () => ({ [`${connection}.proxyProtocol`]: undefined }) },
  'no transport for HTTPConnect': whole({ proxyProtocol: 'HTTPConnect' }, 'transport'),
  'no transport for GRPC': whole({ proxyProtocol: 'GRPC' }, 'transport'),
  'transport with neither way': {
    about: 'transport',
    changes: (_, pick) => ({
      [connection]: { proxyProtocol: of(['HTTPConnect', 'GRPC'], pick), transport: {} },
    }),
  },
  'GRPC over tcp': whole({ ...secure, proxyProtocol: 'GRPC' }, 'tcp'),
  'no url': tcp({ url: undefined }, 'url'),
  'url of another scheme': {
    about: 'url',
    changes: (_, pick) => ({
      [connection]: {
        ...secure,
        transport: {
          tcp: { url: of(['ftp://127.0.0.1:1', '127.0.0.1:1', 'tcp://127.0.0.1:1'], pick), tlsConfig: tls },
        },
      },
    }),
  },
  ...Object.fromEntries(
    Object.entries(tls).map(([name, value]) => [
      `${name} beside http`,
      whole(
        { ...secure, transport: { tcp: { url: 'http://127.0.0.1:1', tlsConfig: { [name]: value } } } },
        name,
      ),
    ]),
  ),
  'https without a key': tcp({ tlsConfig: { ...tls, clientKey: undefined } }, 'clientKey'),
  'https without a certificate': tcp({ tlsConfig: { ...tls, clientCert: undefined } }, 'clientCert'),
  'no name of the socket': {
    about: 'udsName',
    changes: (_, pick) => ({
      [connection]: { proxyProtocol: of(['HTTPConnect', 'GRPC'], pick), transport: { uds: {} } },
    }),
  },
}

function other(name: string): Selection {
  return { name, connection: uds('HTTPConnect') }
}

function whole(value: object, about: string): Breaks[string] {
  return { about, changes: () => ({ [connection]: value }) }
}

function tcp(changes: object, about: string): Breaks[string] {
  return whole({ ...secure, transport: { tcp: { ...secure.transport.tcp, ...changes } } }, about)
}

const connections: Arbitrary<object> = oneof(
  oneOf(['HTTPConnect', 'GRPC']).map((protocol) => uds(protocol)),
  oneOf([tls, { clientKey: tls.clientKey, clientCert: tls.clientCert }]).map((tlsConfig) => ({
    ...secure,
    transport: { tcp: { url: 'https://127.0.0.1:1', tlsConfig } },
  })),
)

// Behind the selection of the store nothing listens, so it has none here.
const legal = uniqueArray(
  record({ name: oneOf(['cluster', 'controlplane', 'master']), connection: connections }),
  {
    minLength: 1,
    maxLength: 2,
    // Two words for one selection.
    selector: ({ name }) => (name === 'master' ? 'controlplane' : name),
  },
).map((egressSelections) => ({
  apiVersion: 'apiserver.orch.io/v1alpha1',
  kind: 'EgressSelectorConfiguration',
  egressSelections,
}))

/** Egress files, legal and near-legal. */
export const egressFiles = fileCases('egress', legal, breaks)
/** The constraints that they break. */
export const egressConstraints = Object.keys(breaks)
