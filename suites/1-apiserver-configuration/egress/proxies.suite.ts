import { createAuthority } from '#harness/certificates/authority.ts'
import { refuses, rulesOf, says, test } from '#kit'
import { connectionTo, sharedProxies, tlsConfig } from './configuration.ts'
import { expectProxied, expectUntrusted, proxiedIssuers } from './proxied-issuers.ts'

const { must } = rulesOf({ document: 1, section: 'EgressSelectorConfiguration (v1alpha1)', limitMs: 60_000 })
const proxies = sharedProxies({
  mutual: { transport: 'mtls' },
  socket: {},
  packets: { protocol: 'grpc' },
  // A separate authority ensures that neither bundle verifies both certificates.
  wrongHost: async () => ({
    transport: 'tls',
    presents: 'wrong-host',
    authority: await createAuthority('the CA of another proxy'),
  }),
})

const sockets = proxiedIssuers({
  name: 'sockets',
  proxies,
  selections: async () => {
    const { socket, packets } = await proxies()
    return { master: connectionTo(socket), cluster: connectionTo(packets) }
  },
})

must('egress.uds.carries', { row: 'UDSTransport.udsName', aspect: 'reached' }, () => {
  says(
    'A tunnel server at a unix socket is reached by the path in udsName, for HTTPConnect and for GRPC, also under the deprecated name of controlplane.',
  )
  test(
    {
      title: 'reaches an HTTPConnect server by the selection master',
      id: 'reaches a server of HTTPConnect as master',
    },
    async () => {
      await expectProxied(sockets.controlplane, (await proxies()).socket)
    },
  ).sees('egress-master-without-effect')

  test({ title: 'reaches a GRPC server', id: 'reaches a server of GRPC' }, async () => {
    await expectProxied(sockets.cluster, (await proxies()).packets)
  }).sees('egress-GRPC-without-effect')
})

const namedIssuers = proxiedIssuers({
  name: 'named',
  proxies,
  selections: async () => {
    const { mutual, wrongHost } = await proxies()
    return {
      controlplane: connectionTo(wrongHost, await tlsConfig(wrongHost.certificateAuthority)),
      cluster: connectionTo(mutual, await tlsConfig(mutual.certificateAuthority)),
    }
  },
})

must('egress.tls.proxy-name', { row: 'caBundle', aspect: 'host of the url' }, () => {
  says('A tunnel server at an https:// url must have a certificate for the host of that url.')
  test('reaches a server with a certificate for its host', async () => {
    await expectProxied(namedIssuers.cluster, (await proxies()).mutual)
  }).sees('egress-bundle-of-first-selection-for-all')

  refuses(
    {
      title: 'a server with a certificate for a different host',
      id: 'a server with a certificate for another host',
    },
    async () => {
      await expectUntrusted(namedIssuers.controlplane, (await proxies()).wrongHost)
    },
  ).sees('egress-proxy-name-not-verified')
})
