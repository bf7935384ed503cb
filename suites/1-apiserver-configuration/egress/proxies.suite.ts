import { createAuthority } from '#harness/certificates.ts'
import { expect } from '#harness/check/expect.ts'
import { rule, test } from '#harness/check/rule.ts'
import { until } from '#harness/until.ts'
import type { TunnelProxy } from '#mocks/tunnel-proxy/index.ts'
import type { Authenticator } from '../../fixtures/authenticator.ts'
import { withIssuer } from '../../fixtures/authentication-configuration.ts'
import { type AuthenticatorSpec, shareServers, type Subject, subject } from '../../fixtures/authenticators.ts'
import {
  type Connection,
  connectionTo,
  egressFlag,
  proxyClient,
  sharedProxies,
  tlsConfig,
} from '../../fixtures/egress-configuration.ts'
import { hostTrusting } from '../../fixtures/system-roots.ts'

// The authority that the host of these servers trusts, made for the first of them.
let host: ReturnType<typeof createAuthority> | undefined
function hostAuthority(): ReturnType<typeof createAuthority> {
  host ??= createAuthority('the host CA')
  return host
}

const proxies = sharedProxies({
  mutual: { transport: 'mtls' },
  alsoMutual: { transport: 'mtls' },
  socket: {},
  packets: { protocol: 'grpc' },
  ofTheHost: async () => ({ transport: 'tls', authority: await hostAuthority() }),
  besideBundle: async () => ({ transport: 'tls', authority: await hostAuthority() }),
  stranger: async () => ({ transport: 'tls', authority: await createAuthority('a stranger CA') }),
  wrongHost: { transport: 'tls', presents: 'wrong-host' },
})
type ProxyName = keyof Awaited<ReturnType<typeof proxies>>

const source = { document: 1, section: 'EgressSelectorConfiguration' } as const
const swapped = 'egress-selector-types-swapped'
const triedWithinMs = 15_000

/** An issuer with a listener of its own, so that a proxy's journal tells whose traffic it carried. */
function alone(egressSelectorType: string): AuthenticatorSpec {
  return async (plain, _issuer, { host: issuers, neighbour }) =>
    withIssuer(plain, { url: neighbour('listener', await issuers.listen()).url, egressSelectorType })
}

/** Issuers whose traffic two selections carry. */
function issuersOf(rules: (issuers: Record<'controlplane' | 'cluster', Authenticator>) => void): Subject {
  return subject(
    {
      controlplane: alone('controlplane'),
      cluster: alone('cluster'),
    },
    rules,
  )
}

/** A user of the issuer is known, and the proxy carried what that took. */
async function expectCarried(issuer: Authenticator, name: ProxyName): Promise<TunnelProxy> {
  expect(await issuer.user({ sub: 'alice' })).toMatchObject({ username: 'alice' })
  const proxy = (await proxies())[name]
  const { host: own } = new URL((await issuer.issuer()).url)
  const used = proxy.journal.filter(
    ({ address, sentBytes, receivedBytes }) => address === own && sentBytes > 0 && receivedBytes > 0,
  )
  expect(used.length, 'connections that carried bytes both ways').toBeGreaterThan(0)
  return proxy
}

/** The server came to the proxy and asked it for nothing; without it there is no way to the issuer. */
async function expectDistrusted(issuer: Authenticator, name: ProxyName): Promise<void> {
  const proxy = (await proxies())[name]
  const isTried = async (): Promise<boolean> => {
    await issuer.present(await issuer.mint())
    return proxy.journal.length > 0
  }
  await until(isTried, { withinMs: triedWithinMs, what: 'the proxy was tried' })

  expect(await issuer.present(await issuer.mint())).toEqual({ status: 401 })
  expect(proxy.journal.filter(({ kind }) => kind === 'dial')).toEqual([])
}

const sockets = issuersOf(({ controlplane, cluster }) => {
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
        await expectCarried(controlplane, 'socket')
      })

      test('reaches a server of GRPC', async () => {
        await expectCarried(cluster, 'packets')
      })
    },
  )
})

const bundled = issuersOf(({ controlplane, cluster }) => {
  rule(
    {
      id: 'egress.tls.ca-bundle-verifies',
      level: 'MUST',
      says: 'A tunnel server at an https:// url must have a certificate of the CA in caBundle, whatever the host trusts.',
      source: { ...source, row: 'TLSConfig.caBundle: trust' },
      capability: 'ssl-cert-file',
      limitMs: 60_000,
      faults: {
        'egress-client-certificate-not-shown': ['reaches a server with a certificate of the CA'],
        [swapped]: [
          'reaches a server with a certificate of the CA',
          'refuses a server that only the host trusts where a bundle is set',
        ],
        'egress-ca-bundle-ignored': ['refuses a server that only the host trusts where a bundle is set'],
        'egress-system-roots-trusted-beside-ca-bundle': [
          'refuses a server that only the host trusts where a bundle is set',
        ],
        'egress-falls-back-to-direct': ['refuses a server that only the host trusts where a bundle is set'],
      },
    },
    () => {
      test('reaches a server with a certificate of the CA', async () => {
        await expectCarried(controlplane, 'mutual')
      })

      test('refuses a server that only the host trusts where a bundle is set', async () => {
        await expectDistrusted(cluster, 'besideBundle')
      })
    },
  )

  rule(
    {
      id: 'egress.tls.client-certificate-shown',
      level: 'MUST',
      says: 'The certificate of clientCert and clientKey is shown to the tunnel server.',
      source: { ...source, row: 'TLSConfig.clientCert: shown' },
      limitMs: 60_000,
      faults: {
        'egress-client-certificate-not-shown': ['shows its certificate to a server that asks for it'],
        [swapped]: ['shows its certificate to a server that asks for it'],
      },
    },
    () => {
      test('shows its certificate to a server that asks for it', async () => {
        const { journal } = await expectCarried(controlplane, 'mutual')

        expect(journal.find(({ kind }) => kind === 'dial')).toMatchObject({
          client: { commonName: proxyClient, trusted: true },
        })
      })
    },
  )
})

const unbundled = issuersOf(({ controlplane, cluster }) => {
  rule(
    {
      id: 'egress.tls.system-roots-without-bundle',
      level: 'MUST',
      says: 'Without caBundle the host’s trusted certificates verify a tunnel server at an https:// url.',
      source: { ...source, row: 'TLSConfig.caBundle: no value' },
      capability: 'ssl-cert-file',
      limitMs: 60_000,
      faults: {
        [swapped]: ['reaches a server that the host trusts', 'refuses a server that the host does not trust'],
        'egress-system-roots-not-used': ['reaches a server that the host trusts'],
        'egress-system-roots-trust-everyone': ['refuses a server that the host does not trust'],
        'egress-falls-back-to-direct': ['refuses a server that the host does not trust'],
      },
    },
    () => {
      test('reaches a server that the host trusts', async () => {
        await expectCarried(controlplane, 'ofTheHost')
      })

      test('refuses a server that the host does not trust', async () => {
        await expectDistrusted(cluster, 'stranger')
      })
    },
  )
})

const named = issuersOf(({ controlplane, cluster }) => {
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
        await expectCarried(controlplane, 'alsoMutual')
      })

      test('refuses a server with a certificate for another host', async () => {
        await expectDistrusted(cluster, 'wrongHost')
      })
    },
  )
})

type Selections = Partial<Record<'controlplane' | 'master' | 'cluster', Connection>>

/** Judges a subject on a server with these selections, on a host that trusts the host's authority alone. */
function judge(
  name: string,
  of: Subject,
  selectionsOf: (running: Readonly<Record<ProxyName, TunnelProxy>>) => Promise<Selections> | Selections,
): void {
  shareServers(
    { [name]: of },
    {
      beside: async () => {
        const running = await proxies()
        return {
          peers: Object.values(running),
          flags: egressFlag(await selectionsOf(running)),
          env: await hostTrusting((await hostAuthority()).certificate),
        }
      },
    },
  )
}

judge('sockets', sockets, ({ socket, packets }) => ({
  master: connectionTo(socket),
  cluster: connectionTo(packets),
}))
judge('bundled', bundled, async ({ mutual, besideBundle }) => ({
  controlplane: connectionTo(mutual, await tlsConfig(mutual.certificateAuthority)),
  cluster: connectionTo(besideBundle, await tlsConfig(mutual.certificateAuthority)),
}))
judge('unbundled', unbundled, async ({ ofTheHost, stranger }) => ({
  controlplane: connectionTo(ofTheHost, await tlsConfig()),
  cluster: connectionTo(stranger, await tlsConfig()),
}))
judge('named', named, async ({ alsoMutual, wrongHost }) => ({
  controlplane: connectionTo(alsoMutual, await tlsConfig(alsoMutual.certificateAuthority)),
  cluster: connectionTo(wrongHost, await tlsConfig(wrongHost.certificateAuthority)),
}))
