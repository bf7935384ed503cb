import { rule, test } from '#harness/check/rule.ts'
import { egressFiles } from '../../fixtures/egress-files.ts'
import { at, completeFile, completeTwin, faultsOfAccepting, tcpAt, udsNameAt } from './complete-file.ts'

const files = egressFiles(completeFile)
const source = { document: 1, section: 'EgressSelectorConfiguration' } as const
const shared = { level: 'MUST', twin: completeTwin, overlaps: true } as const

rule(
  {
    ...shared,
    id: 'egress.name.supported',
    says: 'The name of a selection is controlplane, etcd, cluster, or master, which is deprecated.',
    source: { ...source, row: 'EgressSelection.name' },
    faults: {
      ...faultsOfAccepting(
        ['accepts the deprecated name in place of controlplane'],
        ['egress-name-controlplane-refused'],
      ),
      'egress-name-master-refused': ['accepts the deprecated name in place of controlplane'],
      'egress-name-unchecked': [
        'refuses a name that nobody names',
        'refuses a name that has a blank behind it',
        'refuses a name that is that of a type of traffic',
      ],
    },
  },
  () => {
    test('accepts the deprecated name in place of controlplane', async () => {
      await files.accepts({ [`${at.controlplane}.name`]: 'master' })
    })

    const names = {
      'nobody names': 'internet',
      'has a blank behind it': 'cluster ',
      'is that of a type of traffic': 'webhooks',
    }

    test.for(names)('refuses a name that %s', async (name) => {
      await files.refuses({ [`${at.cluster}.name`]: name }, name)
    })
  },
)

rule(
  {
    ...shared,
    id: 'egress.transport.at-least-one',
    says: 'A transport has at least one of tcp and uds.',
    source: { ...source, row: 'Transport' },
    faults: {
      'egress-transport-empty-accepted': [
        'refuses an empty transport for HTTPConnect',
        'refuses an empty transport for GRPC',
      ],
    },
  },
  () => {
    const selections = { HTTPConnect: at.controlplane, GRPC: at.cluster }

    test.for(selections)('refuses an empty transport for %s', async (selection) => {
      await files.refuses({ [`${selection}.connection.transport`]: {} }, 'uds')
    })
  },
)

rule(
  {
    ...shared,
    id: 'egress.transport.no-grpc-over-tcp',
    says: 'GRPC is not supported over tcp.',
    source: { ...source, row: 'Transport, GRPC over tcp' },
    faults: { 'egress-grpc-over-tcp-accepted': ['refuses GRPC over the tcp that carries HTTPConnect'] },
  },
  () => {
    test('refuses GRPC over the tcp that carries HTTPConnect', async () => {
      await files.refuses({ [`${at.controlplane}.connection.proxyProtocol`]: 'GRPC' }, 'uds')
    })
  },
)

rule(
  {
    ...shared,
    id: 'egress.tcp.url-scheme',
    says: 'The url of a tunnel server begins with http:// or https://.',
    source: { ...source, row: 'TCPTransport.url' },
    faults: {
      ...faultsOfAccepting(['accepts http:// without tlsConfig'], ['egress-https-url-refused']),
      'egress-http-url-refused': ['accepts http:// without tlsConfig'],
      'egress-url-scheme-unchecked': [
        'refuses the scheme of a unix socket',
        'refuses the scheme of another sort of proxy',
        'refuses an address without a scheme',
      ],
    },
  },
  () => {
    test('accepts http:// without tlsConfig', async () => {
      await files.accepts({ [tcpAt.url]: 'http://127.0.0.1:1', [tcpAt.tlsConfig]: undefined })
    })

    const urls = {
      'the scheme of a unix socket': 'unix:///nonexistent/tunnel.sock',
      'the scheme of another sort of proxy': 'socks5://127.0.0.1:1',
      'an address without a scheme': '127.0.0.1:1',
    }

    test.for(urls)('refuses %s', async (url) => {
      await files.refuses({ [tcpAt.url]: url }, 'url')
    })
  },
)

rule(
  {
    ...shared,
    id: 'egress.uds.name-without-scheme',
    says: 'udsName is a path without unix:// before it: with it, nothing gets through.',
    source: { ...source, row: 'UDSTransport.udsName' },
    faults: {
      'egress-uds-name-with-scheme-accepted': ['refuses unix:// before the path of a running server'],
    },
  },
  () => {
    // A server may also see it only when it cannot reach its store through that name.
    test('refuses unix:// before the path of a running server', async () => {
      await files.refuses(({ url }) => ({ [udsNameAt.etcd]: url }), '')
    })
  },
)
