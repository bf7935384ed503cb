import { afterAll } from 'vitest'
import { rule, test } from '#harness/check/rule.ts'
import { expect } from '#harness/check/expect.ts'
import { file } from '#harness/launch/flags.ts'
import type { TunnelProxy } from '#mocks/tunnel-proxy/index.ts'
import { withIssuer, withMappings } from '../../fixtures/authentication-configuration.ts'
import { shareServers, subject } from '../../fixtures/authenticators.ts'
import { expectFetchedClaims } from '../../fixtures/distributed-claims.ts'

const selections = ['controlplane', 'cluster'] as const
let started: Promise<readonly TunnelProxy[]> | undefined

function proxies(): Promise<readonly TunnelProxy[]> {
  started ??= import('#mocks/tunnel-proxy/index.ts').then(({ startTunnelProxy }) =>
    Promise.all(selections.map(() => startTunnelProxy())),
  )
  return started
}

afterAll(async () => {
  await started?.then((running) => Promise.all(running.map((proxy) => proxy.stop())))
  started = undefined
})

const egressUnset = subject(
  {
    byUrl: (plain) => plain,
    byClaims: (plain) => withMappings(plain, { groups: { claim: 'teams', prefix: '' } }),
    byDiscoveryUrl: (plain, issuer, { neighbour }) => {
      const place = neighbour('place')
      place.answer({ discovery: (honest) => ({ ...honest, issuer: issuer.url }) })
      return withIssuer(plain, { discoveryURL: `${place.url}/.well-known/openid-configuration` })
    },
  },
  ({ byUrl, byDiscoveryUrl, byClaims }) => {
    rule(
      {
        id: 'authn.jwt.no-egress-without-selector-type',
        level: 'MUST',
        says: 'Without issuer.egressSelectorType no egress selection carries the traffic of an issuer.',
        source: {
          document: 1,
          section: 'AuthenticationConfiguration',
          row: 'Issuer.egressSelectorType: unspecified',
        },
        faults: {
          'discovery-issuer-must-be-its-host': [
            'reaches issuer.discoveryURL without the proxies of the egress selections',
          ],
          'discovery-url-ignored': [
            'reaches issuer.discoveryURL without the proxies of the egress selections',
          ],
          'egress-used-without-selector-type': [
            'reaches issuer.url without the proxies of the egress selections',
            'reaches issuer.discoveryURL without the proxies of the egress selections',
            'reaches distributed claims without the proxies of the egress selections',
          ],
        },
      },
      () => {
        const dialed = async (): Promise<readonly string[]> =>
          (await proxies()).flatMap(({ journal }) => journal.map(({ what }) => what))

        test('reaches issuer.url without the proxies of the egress selections', async () => {
          expect(await byUrl.user({ sub: 'alice' })).toMatchObject({ username: 'alice' })
          expect(await dialed()).toEqual([])
        })

        test('reaches issuer.discoveryURL without the proxies of the egress selections', async () => {
          const { url } = await byDiscoveryUrl.issuer()
          const token = await (await byDiscoveryUrl.neighbour('place')).mint({ iss: url, sub: 'alice' })

          expect(await byDiscoveryUrl.userOf(token)).toMatchObject({ username: 'alice' })
          expect(await dialed()).toEqual([])
        })

        test('reaches distributed claims without the proxies of the egress selections', async () => {
          await expectFetchedClaims(byClaims)
          expect(await dialed()).toEqual([])
        })
      },
    )
  },
)

shareServers(
  { 'egress-unset': egressUnset },
  {
    beside: async () => {
      const running = await proxies()
      const egressSelections = running.map(({ socketPath }, index) => ({
        name: selections[index],
        connection: { proxyProtocol: 'HTTPConnect', transport: { uds: { udsName: socketPath } } },
      }))
      const content = {
        apiVersion: 'apiserver.orch.io/v1alpha1',
        kind: 'EgressSelectorConfiguration',
        egressSelections,
      }
      return { peers: running, flags: { '--egress-selector-config-file': file('egress.yaml', content) } }
    },
  },
)
