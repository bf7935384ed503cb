import { expect, type NamedCases, nowMs, refuses, rulesOf, says, test, until, untilMoment } from '#kit'
import type { TunnelProxyOptions } from '#mocks/tunnel-proxy/index.ts'
import { killServer, spawnServer, startOutcome } from '../../shared/api-server.ts'
import { connectionTo, dialedAddresses, egressFlag } from './configuration.ts'
import { startStorage, storageOf } from '../../shared/storage.ts'

// Address without a listener. Only the proxy connects it to the store.
const otherAddress = '127.0.0.1:1'
const dialedWithinMs = 30_000
// Longer than a client of the store waits between two attempts.
const silentMs = 5_000
const section = 'EgressSelectorConfiguration (v1alpha1)'

const { must } = rulesOf({ document: 1, section })

/** Expects that a server becomes ready when only this proxy reaches its store. */
async function expectReadyBehind(options: TunnelProxyOptions): Promise<void> {
  const { startTunnelProxy } = await import('#mocks/tunnel-proxy/index.ts')
  const storage = await startStorage()
  await using proxy = await startTunnelProxy(options)
  try {
    proxy.name(otherAddress, new URL(storage.url).host)
    const flags = { ...egressFlag({ etcd: connectionTo(proxy) }), '--etcd-servers': `http://${otherAddress}` }

    expect(await startOutcome({ peers: [...storage.peers, proxy], flags })).toMatchObject({
      outcome: 'ready',
    })
    expect(new Set(dialedAddresses(proxy))).toEqual(new Set([otherAddress]))
  } finally {
    await storage.stop()
  }
}

must('egress.etcd.carries-storage', { row: 'EgressSelection.name', aspect: 'etcd' }, () => {
  says(
    'The selection etcd carries the connections with etcd: a store that only the proxy reaches is reached.',
  )
  const proxiesByProtocol: NamedCases<TunnelProxyOptions> = {
    HTTPConnect: {},
    GRPC: { protocol: 'grpc' },
  }

  test
    .for(proxiesByProtocol)(
      {
        title: 'reaches a store behind a tunnel server with the protocol %s',
        id: 'reaches a store behind a server of %s',
      },
      async (options) => {
        await expectReadyBehind(options)
      },
    )
    .sees('egress-not-used-for-storage')
})

must(
  'egress.etcd.no-way-around',
  {
    row: 'EgressSelection.name',
    aspect: 'etcd, refused',
    waits: true,
    limitMs: 120_000,
    twin: 'egress.etcd.carries-storage/reaches-a-store-behind-a-server-of-httpconnect',
  },
  () => {
    says(
      'The selection etcd carries all traffic of the store: what its proxy refuses is not dialled directly.',
    )
    refuses(
      { title: 'a store that the proxy does not connect to', id: 'a-store-that-is-refused' },
      async () => {
        const { refuse, startTunnelProxy } = await import('#mocks/tunnel-proxy/index.ts')
        const { startEtcd } = await import('#mocks/etcd/index.ts')
        await using etcd = await startEtcd()
        await using proxy = await startTunnelProxy()
        proxy.answer({ dial: refuse('closed today') })
        const isRequested = (): boolean => dialedAddresses(proxy).length > 0
        const server = await spawnServer({
          storage: storageOf(etcd),
          peers: [proxy],
          flags: egressFlag({ etcd: connectionTo(proxy) }),
        })
        try {
          await until(isRequested, { withinMs: dialedWithinMs, what: 'the proxy was requested to connect' })
          await untilMoment(nowMs() + silentMs, 'the store would have been dialled directly')
        } finally {
          await killServer(server)
        }

        expect(new Set(dialedAddresses(proxy))).toEqual(new Set([new URL(etcd.url).host]))
        expect(etcd.journal).toEqual([])
      },
    ).sees('egress-falls-back-to-direct', 'egress-not-used-for-storage')
  },
)

must('egress.tcp.plain-carries', { row: 'TCPTransport.url', aspect: 'http' }, () => {
  says('A tunnel server whose url begins with http:// is reached without TLS.')
  test('reaches a store behind a server at an http:// url', async () => {
    await expectReadyBehind({ transport: 'tcp' })
  }).sees('egress-http-url-without-effect')
})
