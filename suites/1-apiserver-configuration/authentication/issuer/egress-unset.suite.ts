import { expect, rulesOf, says, shared, test } from '#kit'
import { file } from '#kit/launch.ts'
import { withIssuer, withMappings } from '../../../shared/authentication/configuration.ts'
import { AuthenticatorServers } from '../../../shared/authentication/authenticators.ts'
import { expectFetchedClaims } from '../../../shared/authentication/distributed-claims.ts'

const { must } = rulesOf({ document: 1, section: 'AuthenticationConfiguration' })

const selections = ['controlplane', 'cluster'] as const
const proxies = shared(
  async () => {
    const { startTunnelProxy } = await import('#mocks/tunnel-proxy/index.ts')
    return Promise.all(selections.map(() => startTunnelProxy()))
  },
  (startedProxies) => Promise.all(startedProxies.map((proxy) => proxy.stop())),
)

const servers = new AuthenticatorServers({
  extraSpec: async () => {
    const startedProxies = await proxies()
    const egressSelections = startedProxies.map(({ socketPath }, index) => ({
      name: selections[index],
      connection: { proxyProtocol: 'HTTPConnect', transport: { uds: { udsName: socketPath } } },
    }))
    const content = {
      apiVersion: 'apiserver.orch.io/v1alpha1',
      kind: 'EgressSelectorConfiguration',
      egressSelections,
    }
    return { peers: startedProxies, flags: { '--egress-selector-config-file': file('egress.yaml', content) } }
  },
})
const { byUrl, byDiscoveryUrl, byClaims } = servers.authenticators('egress-unset', {
  byUrl: (plain) => plain,
  byClaims: (plain) => withMappings(plain, { groups: { claim: 'teams', prefix: '' } }),
  byDiscoveryUrl: (plain, issuer, { neighbour }) => {
    const neighbourIssuer = neighbour('place')
    neighbourIssuer.answer({ discovery: (honest) => ({ ...honest, issuer: issuer.url }) })
    return withIssuer(plain, { discoveryURL: `${neighbourIssuer.url}/.well-known/openid-configuration` })
  },
})

must(
  'authn.jwt.no-egress-without-selector-type',
  { row: 'egressSelectorType', aspect: 'unspecified' },
  () => {
    says('Without issuer.egressSelectorType no egress selection carries the traffic of an issuer.')
    const dialledAddresses = async (): Promise<readonly string[]> =>
      (await proxies()).flatMap(({ journal }) => journal.map(({ what }) => what))

    test('reaches issuer.url without the proxies of the egress selections', async () => {
      expect(await byUrl.user({ sub: 'alice' })).toMatchObject({ username: 'alice' })
      expect(await dialledAddresses()).toEqual([])
    }).sees('egress-used-without-selector-type')

    test('reaches issuer.discoveryURL without the proxies of the egress selections', async () => {
      const { url } = await byDiscoveryUrl.issuer()
      const token = await (await byDiscoveryUrl.neighbour('place')).mint({ iss: url, sub: 'alice' })

      expect(await byDiscoveryUrl.userOf(token)).toMatchObject({ username: 'alice' })
      expect(await dialledAddresses()).toEqual([])
    }).sees('egress-used-without-selector-type')

    test('reaches distributed claims without the proxies of the egress selections', async () => {
      await expectFetchedClaims(byClaims)
      expect(await dialledAddresses()).toEqual([])
    }).sees('egress-used-without-selector-type')
  },
)
