import { rule, test } from '#harness/check/rule.ts'
import { connectionTo, sharedProxies, tlsConfig } from '../../fixtures/egress-configuration.ts'
import { expectCarried, expectDistrusted, proxiedIssuers } from '../../fixtures/proxied-issuers.ts'

const source = { document: 1, section: 'EgressSelectorConfiguration' } as const
const swapped = 'egress-selector-types-swapped'
const proxies = sharedProxies({
  mutual: { transport: 'mtls' },
  socket: {},
  packets: { protocol: 'grpc' },
  wrongHost: { transport: 'tls', presents: 'wrong-host' },
})

proxiedIssuers(
  {
    name: 'sockets',
    proxies,
    selections: async () => {
      const { socket, packets } = await proxies()
      return { master: connectionTo(socket), cluster: connectionTo(packets) }
    },
  },
  ({ controlplane, cluster }) => {
    rule(
      {
        id: 'egress.uds.carries',
        level: 'MUST',
        says: 'A tunnel server at a unix socket is reached by the path in udsName, for HTTPConnect and for GRPC, also under the deprecated name of controlplane.',
        source: { ...source, row: 'UDSTransport.udsName: reached' },
        limitMs: 60_000,
        faults: {
          'egress-master-without-effect': ['reaches a server of HTTPConnect as master'],
          'egress-GRPC-without-effect': ['reaches a server of GRPC'],
          [swapped]: ['reaches a server of HTTPConnect as master', 'reaches a server of GRPC'],
        },
      },
      () => {
        test('reaches a server of HTTPConnect as master', async () => {
          await expectCarried(controlplane, (await proxies()).socket)
        })

        test('reaches a server of GRPC', async () => {
          await expectCarried(cluster, (await proxies()).packets)
        })
      },
    )
  },
)

proxiedIssuers(
  {
    name: 'named',
    proxies,
    selections: async () => {
      const { mutual, wrongHost } = await proxies()
      return {
        controlplane: connectionTo(mutual, await tlsConfig(mutual.certificateAuthority)),
        cluster: connectionTo(wrongHost, await tlsConfig(wrongHost.certificateAuthority)),
      }
    },
  },
  ({ controlplane, cluster }) => {
    rule(
      {
        id: 'egress.tls.proxy-name',
        level: 'MUST',
        says: 'A tunnel server at an https:// url must have a certificate for the host of that url.',
        source: { ...source, row: 'TLSConfig.caBundle: host of the url' },
        limitMs: 60_000,
        faults: {
          'egress-client-certificate-not-shown': ['reaches a server with a certificate for its host'],
          [swapped]: [
            'reaches a server with a certificate for its host',
            'refuses a server with a certificate for another host',
          ],
          'egress-proxy-name-not-verified': ['refuses a server with a certificate for another host'],
          'egress-falls-back-to-direct': ['refuses a server with a certificate for another host'],
        },
      },
      () => {
        test('reaches a server with a certificate for its host', async () => {
          await expectCarried(controlplane, (await proxies()).mutual)
        })

        test('refuses a server with a certificate for another host', async () => {
          await expectDistrusted(cluster, (await proxies()).wrongHost)
        })
      },
    )
  },
)
