import { createAuthority } from '#harness/certificates/authority.ts'
import { expect, refuses, rulesOf, says, test } from '#kit'
import { connectionTo, proxyClient, sharedProxies, tlsConfig } from './configuration.ts'
import { expectProxied, expectUntrusted, proxiedIssuers } from './proxied-issuers.ts'
import { hostWithTrust } from '../../shared/authentication/system-roots.ts'

const { must } = rulesOf({ document: 1, section: 'EgressSelectorConfiguration (v1alpha1)', limitMs: 60_000 })

// Authority that the host of these servers trusts, created for the first of these servers.
let host: ReturnType<typeof createAuthority> | undefined
function hostAuthority(): ReturnType<typeof createAuthority> {
  host ??= createAuthority('the host CA')
  return host
}

const env = async (): Promise<Readonly<Record<string, string>>> =>
  hostWithTrust((await hostAuthority()).certificate)
const proxies = sharedProxies({
  mutual: { transport: 'mtls' },
  hostTrusted: async () => ({ transport: 'tls', authority: await hostAuthority() }),
  withBundle: async () => ({ transport: 'tls', authority: await hostAuthority() }),
  stranger: async () => ({ transport: 'tls', authority: await createAuthority('a stranger CA') }),
})

const issuersWithBundle = proxiedIssuers({
  name: 'bundled',
  proxies,
  env,
  selections: async () => {
    const { mutual, withBundle } = await proxies()
    return {
      controlplane: connectionTo(mutual, await tlsConfig(mutual.certificateAuthority)),
      cluster: connectionTo(withBundle, await tlsConfig(mutual.certificateAuthority)),
    }
  },
})

must(
  'egress.tls.ca-bundle-verifies',
  { row: 'caBundle', aspect: 'trust', capability: 'ssl-cert-file' },
  () => {
    says(
      'A tunnel server at an https:// url must have a certificate of the CA in caBundle, whatever the host trusts.',
    )
    test(
      {
        title: 'reaches a server whose certificate the CA of caBundle signed',
        id: 'reaches a server with a certificate of the CA',
      },
      async () => {
        await expectProxied(issuersWithBundle.controlplane, (await proxies()).mutual)
      },
    ).sees('egress-client-certificate-not-shown')

    refuses(
      {
        title: 'a server that only the host trusts if a bundle is configured',
        id: 'a server that only the host trusts where a bundle is set',
      },
      async () => {
        await expectUntrusted(issuersWithBundle.cluster, (await proxies()).withBundle)
      },
    ).sees('egress-ca-bundle-ignored')
  },
)

must('egress.tls.client-certificate-shown', { row: 'clientCert', aspect: 'shown' }, () => {
  says('The certificate of clientCert and clientKey is shown to the tunnel server.')
  test(
    {
      title: 'presents its client certificate to a tunnel server that requests a certificate',
      id: 'shows its certificate to a server that asks for it',
    },
    async () => {
      const { mutual } = await proxies()
      await expectProxied(issuersWithBundle.controlplane, mutual)

      expect(mutual.journal.find(({ kind }) => kind === 'dial')).toMatchObject({
        client: { commonName: proxyClient, trusted: true },
      })
    },
  ).sees('egress-client-certificate-not-shown')
})

const issuersWithBothCertificates = proxiedIssuers({
  name: 'several',
  proxies,
  selections: async () => {
    const { mutual, withBundle } = await proxies()
    const bothCertificates = [mutual, withBundle].map((proxy) => proxy.certificateAuthority)
    return {
      controlplane: connectionTo(mutual, await tlsConfig(bothCertificates.join('\n'))),
      cluster: connectionTo(withBundle, await tlsConfig(bothCertificates.join('\n'))),
    }
  },
})

must('egress.tls.ca-bundle-later', { row: 'caBundle', aspect: 'several CAs' }, () => {
  says('Each CA of caBundle verifies a tunnel server.')
  test({ title: 'reaches a server with a certificate of the first CA', id: 'first' }, async () => {
    await expectProxied(issuersWithBothCertificates.controlplane, (await proxies()).mutual)
  }).sees('egress-client-certificate-not-shown')

  test({ title: 'reaches a server with a certificate of the last CA', id: 'last' }, async () => {
    await expectProxied(issuersWithBothCertificates.cluster, (await proxies()).withBundle)
  }).sees('egress-ca-bundle-cut')
})

const issuersWithoutBundle = proxiedIssuers({
  name: 'unbundled',
  proxies,
  env,
  selections: async () => {
    const { hostTrusted, stranger } = await proxies()
    return {
      controlplane: connectionTo(hostTrusted, await tlsConfig()),
      cluster: connectionTo(stranger, await tlsConfig()),
    }
  },
})

must(
  'egress.tls.system-roots-without-bundle',
  { row: 'caBundle', aspect: 'no value', capability: 'ssl-cert-file' },
  () => {
    says('Without caBundle the host’s trusted certificates verify a tunnel server at an https:// url.')
    test('reaches a server that the host trusts', async () => {
      await expectProxied(issuersWithoutBundle.controlplane, (await proxies()).hostTrusted)
    }).sees('egress-system-roots-not-used')

    refuses('a server that the host does not trust', async () => {
      await expectUntrusted(issuersWithoutBundle.cluster, (await proxies()).stranger)
    }).sees('egress-system-roots-trust-everyone')
  },
)
