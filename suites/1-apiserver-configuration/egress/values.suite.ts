import { expect } from '#harness/check/expect.ts'
import { formerly, says, seeing, test } from '#harness/check/rule.ts'
import { rulesOf } from '#harness/check/rules-of.ts'
import { at, completeFile, completeTwin, tcpAt, udsNameAt } from './complete-file.ts'
import { startOutcome } from '../../shared/api-server.ts'
import { configurationFile } from '../../shared/configuration/configuration-file.ts'
import { sharedProxy } from './configuration.ts'

const { must } = rulesOf({
  document: 1,
  section: 'EgressSelectorConfiguration (v1alpha1)',
  overlaps: true,
  twin: completeTwin,
})

const proxyOfItsOwn = sharedProxy()
const files = configurationFile({ kind: 'egress', peer: sharedProxy(), base: completeFile })

must('egress.name.supported', 'EgressSelection.name', () => {
  says('The name of a selection is controlplane, etcd, cluster, or master, which is deprecated.')
  test('accepts the deprecated name in place of controlplane', async () => {
    await files.accepts({ [`${at.controlplane}.name`]: 'master' })
  }).sees('egress-name-master-refused')

  const names = {
    'is unknown': formerly('nobody names', 'internet'),
    'has a blank behind it': 'cluster ',
    'is that of a type of traffic': 'webhooks',
  }

  test
    .for(names)('refuses a name that %s', async (name) => {
      await files.refuses({ [`${at.cluster}.name`]: name }, name)
    })
    .sees('egress-name-unchecked')
})

must('egress.file.open-name-case', { row: 'EgressSelection.name', aspect: 'case' }, () => {
  says('The name of a selection is one of these in lower case.')
  const otherCases = { 'begins with a capital': 'Cluster', 'is in upper case': 'CLUSTER' }

  test
    .for(otherCases)('refuses a name that %s', async (name) => {
      await files.refuses({ [`${at.cluster}.name`]: name }, ['name', 'cluster'])
    })
    .sees('egress-name-case-ignored')
})

must(
  'egress.file.open-repeated-selections',
  { row: 'egressSelections', aspect: 'one entry per client' },
  () => {
    says(
      'There is one entry per egress selection client: a second one is refused, also master together with controlplane.',
    )
    const repeated = {
      'two selections of one name': 'controlplane',
      'master together with controlplane': formerly(
        'master beside controlplane',
        seeing(['egress-master-beside-controlplane-accepted'], 'master'),
      ),
    }

    test
      .for(repeated)('refuses %s', async (name) => {
        await files.refuses({ [`${at.cluster}.name`]: name }, 'controlplane')
      })
      .sees((name) => (name === 'master' ? undefined : 'egress-selection-repeated-accepted'))
  },
)

must('egress.transport.at-least-one', ['Transport.tcp', 'Transport.uds'], () => {
  says('A transport has at least one of tcp and uds.')
  const selections = { HTTPConnect: at.controlplane, GRPC: at.cluster }

  test
    .for(selections)('refuses an empty transport for %s', async (selection) => {
      await files.refuses({ [`${selection}.connection.transport`]: {} }, 'uds')
    })
    .sees('egress-transport-empty-accepted')
})

must(
  'egress.transport.no-grpc-over-tcp',
  { rows: ['Transport.tcp', 'Transport.uds'], aspect: 'GRPC over tcp' },
  () => {
    says('GRPC is not supported over tcp.')
    test('refuses GRPC over the tcp that carries HTTPConnect', async () => {
      await files.refuses({ [`${at.controlplane}.connection.proxyProtocol`]: 'GRPC' }, 'uds')
    }).sees('egress-grpc-over-tcp-accepted')
  },
)

must('egress.tcp.url-scheme', 'TCPTransport.url', () => {
  says('The url of a tunnel server begins with http:// or https://.')
  test('accepts http:// without tlsConfig', async () => {
    await files.accepts({ [tcpAt.url]: 'http://127.0.0.1:1', [tcpAt.tlsConfig]: undefined })
  }).sees('egress-http-url-refused')

  const urls = {
    'the scheme of a unix socket': 'unix:///nonexistent/tunnel.sock',
    'the scheme of another sort of proxy': 'socks5://127.0.0.1:1',
    'an address without a scheme': '127.0.0.1:1',
  }

  test
    .for(urls)('refuses %s', async (url) => {
      await files.refuses({ [tcpAt.url]: url }, 'url')
    })
    .sees('egress-url-scheme-unchecked')
})

must('egress.uds.name-without-scheme', 'UDSTransport.udsName', () => {
  says('udsName is a path without unix:// before it: with it, nothing gets through.')
  // A server may refuse the name, give up, or try for ever: through it, its store is not to be reached.
  test('refuses unix:// before the path of a running server', async () => {
    const { url, journal } = await proxyOfItsOwn()
    const { outcome } = await startOutcome(await files.spec({ [udsNameAt.etcd]: url }))

    expect(outcome, 'how a start with the name comes out').not.toBe('ready')
    expect(journal, 'what the server of the name was asked').toEqual([])
  }).sees('egress-uds-name-with-scheme-accepted')
})
