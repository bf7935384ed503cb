import { currentCheck, expect, refuses, rulesOf, says, test, until } from '#kit'
import { type Flags, pem } from '#kit/launch.ts'
import { createAuthority } from '#harness/certificates/authority.ts'
import type { ApiServer } from '#harness/programs/api-server.ts'
import type { EtcdOptions } from '#mocks/etcd/index.ts'
import { killServer, spawnServer, startOutcome } from '../../shared/api-server.ts'
import { createObject } from '../../shared/objects.ts'
import { storageOf } from '../../shared/storage.ts'
import { connectionTo, dialedAddresses, egressFlag } from './configuration.ts'

// Addresses without a listener. Only the proxy connects them to stores.
const [mainAddress, otherAddress] = ['127.0.0.1:1', '127.0.0.1:2']
const dialedWithinMs = 30_000
// Long enough for a first request after a handshake.
const requestedWithinMs = 3_000

const { must } = rulesOf({ document: 1, section: 'EgressSelectorConfiguration (v1alpha1)' })

/** Starts two stores behind one proxy, which end with the check. */
async function proxiedStores(options: EtcdOptions = {}) {
  const check = currentCheck()
  const [{ startTunnelProxy }, { startEtcd }] = await Promise.all([
    import('#mocks/tunnel-proxy/index.ts'),
    import('#mocks/etcd/index.ts'),
  ])
  const proxy = await startTunnelProxy()
  check.defer(() => proxy.stop())
  const [main, other] = await Promise.all([startEtcd(options), startEtcd()])
  for (const [store, address] of [
    [main, mainAddress],
    [other, otherAddress],
  ] as const) {
    check.defer(() => store.stop())
    proxy.name(address, new URL(store.url).host)
  }
  return { proxy, main, other, flags: egressFlag({ etcd: connectionTo(proxy) }) }
}

const ingressClass = {
  apiVersion: 'networking.orch.io/v1',
  kind: 'IngressClass',
  metadata: { name: 'behind-a-tunnel' },
  spec: { controller: 'example.org/controller' },
}

must(
  'egress.etcd.carries-overrides',
  { row: 'EgressSelection.name', aspect: 'etcd, servers of overrides', capability: 'objects' },
  () => {
    says('The selection etcd carries the connections with the servers of --etcd-servers-overrides, too.')
    test(
      { title: 'stores an object in a store of an override that only the proxy reaches', id: 'stored' },
      async () => {
        const { proxy, main, other, flags } = await proxiedStores()
        const overrideFlags: Flags = {
          ...flags,
          '--etcd-servers': `http://${mainAddress}`,
          '--etcd-servers-overrides': `networking.orch.io/ingressclasses#http://${otherAddress}`,
        }
        const { outcome } = await startOutcome(
          { storage: storageOf(main), peers: [other, proxy], flags: overrideFlags },
          async (server: ApiServer) => {
            await createObject(server, '/apis/networking.orch.io/v1/ingressclasses', ingressClass)
          },
        )

        expect(outcome, 'the start').toBe('ready')
        expect(other.entries().filter(({ key }) => key.endsWith('/behind-a-tunnel'))).toHaveLength(1)
        expect(new Set(dialedAddresses(proxy))).toEqual(new Set([mainAddress, otherAddress]))
      },
    ).sees('egress-not-used-for-overrides', 'egress-not-used-for-storage')
  },
)

/** Returns the requests of a server to a store with TLS behind a proxy, once the server has connected to it. */
async function requestsThroughTunnel(isTrusted: boolean): Promise<readonly unknown[]> {
  const [authority, another] = await Promise.all([createAuthority(), createAuthority('another CA')])
  const { proxy, main, flags } = await proxiedStores({ tls: authority.issue({ commonName: 'etcd' }) })
  const requests = () => main.journal.filter(({ method }) => method !== 'Connect')
  const { certificate } = isTrusted ? authority : another
  const server = await spawnServer({
    storage: storageOf(main),
    peers: [proxy],
    flags: {
      ...flags,
      '--etcd-servers': `https://${mainAddress}`,
      '--etcd-cafile': pem('etcd-ca.crt', certificate),
    },
  })
  currentCheck().defer(() => killServer(server))
  await until(() => main.journal.length > 0, { withinMs: dialedWithinMs, what: 'a connection was relayed' })
  await until(() => requests().length > 0, { withinMs: requestedWithinMs, what: '' }).catch(() => {})
  return requests()
}

must(
  'egress.etcd.verifies-stores',
  { row: 'EgressSelection.name', aspect: 'etcd, next to --etcd-cafile', waits: true },
  () => {
    says('A store behind a tunnel server is verified by --etcd-cafile as without one.')
    test(
      { title: 'calls a store behind the proxy whose certificate the CA signed', id: 'own-authority' },
      async () => {
        expect((await requestsThroughTunnel(true)).length, 'requests').toBeGreaterThan(0)
      },
    ).sees('egress-not-used-for-storage')

    refuses(
      {
        title: 'to call a store behind the proxy whose certificate another CA signed',
        id: 'another-authority',
      },
      async () => {
        expect(await requestsThroughTunnel(false), 'requests').toEqual([])
      },
    ).sees('etcd-server-behind-tunnel-not-verified', 'etcd-server-not-verified')
  },
)
