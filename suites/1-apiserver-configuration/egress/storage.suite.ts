import { expect } from '#harness/check/expect.ts'
import { rule, test } from '#harness/check/rule.ts'
import type { TunnelProxyOptions } from '#mocks/tunnel-proxy/index.ts'
import { startOutcome } from '../../fixtures/api-server.ts'
import { connectionTo, dialled, egressFlag } from '../../fixtures/egress-configuration.ts'
import { startStorage } from '../../fixtures/storage.ts'

// Nothing listens there; only the proxy leads from there to the store.
const elsewhere = '127.0.0.1:1'
const section = 'EgressSelectorConfiguration'

/** A server becomes ready whose store only this proxy reaches. */
async function expectReadyBehind(options: TunnelProxyOptions): Promise<void> {
  const { startTunnelProxy } = await import('#mocks/tunnel-proxy/index.ts')
  const storage = await startStorage()
  await using proxy = await startTunnelProxy(options)
  try {
    proxy.name(elsewhere, new URL(storage.url).host)
    const flags = { ...egressFlag({ etcd: connectionTo(proxy) }), '--etcd-servers': `http://${elsewhere}` }

    expect(await startOutcome({ peers: [...storage.peers, proxy], flags })).toMatchObject({
      outcome: 'ready',
    })
    expect(new Set(dialled(proxy))).toEqual(new Set([elsewhere]))
  } finally {
    await storage.stop()
  }
}

rule(
  {
    id: 'egress.etcd.carries-storage',
    level: 'MUST',
    says: 'The selection etcd carries the connections with etcd: a store that only the proxy reaches is reached.',
    source: { document: 1, section, row: 'EgressSelection.name: etcd' },
    faults: {
      'egress-not-used-for-storage': [
        'reaches a store behind a server of HTTPConnect',
        'reaches a store behind a server of GRPC',
      ],
      'egress-name-etcd-refused': [
        'reaches a store behind a server of HTTPConnect',
        'reaches a store behind a server of GRPC',
      ],
      'egress-protocol-HTTPConnect-refused': ['reaches a store behind a server of HTTPConnect'],
      'egress-uds-for-HTTPConnect-refused': ['reaches a store behind a server of HTTPConnect'],
      'egress-protocol-GRPC-refused': ['reaches a store behind a server of GRPC'],
      'egress-uds-for-GRPC-refused': ['reaches a store behind a server of GRPC'],
      'egress-GRPC-without-effect': ['reaches a store behind a server of GRPC'],
    },
  },
  () => {
    const ways = { HTTPConnect: {}, GRPC: { protocol: 'grpc' } } as const

    test.for<TunnelProxyOptions>(ways)('reaches a store behind a server of %s', async (options) => {
      await expectReadyBehind(options)
    })
  },
)

rule(
  {
    id: 'egress.tcp.plain-carries',
    level: 'MUST',
    says: 'A tunnel server whose url begins with http:// is reached without TLS.',
    source: { document: 1, section, row: 'TCPTransport.url: http' },
    faults: {
      'egress-http-url-without-effect': ['reaches a store behind a server at an http:// url'],
      'egress-http-url-refused': ['reaches a store behind a server at an http:// url'],
      'egress-not-used-for-storage': ['reaches a store behind a server at an http:// url'],
      'egress-name-etcd-refused': ['reaches a store behind a server at an http:// url'],
      'egress-protocol-HTTPConnect-refused': ['reaches a store behind a server at an http:// url'],
    },
  },
  () => {
    test('reaches a store behind a server at an http:// url', async () => {
      await expectReadyBehind({ transport: 'tcp' })
    })
  },
)
