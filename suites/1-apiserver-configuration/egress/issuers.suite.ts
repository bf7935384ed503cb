import { expect, refuses, rule, test, until } from '#kit'
import type { Claims } from '#mocks/oidc-issuer/index.ts'
import type { Authenticator } from '../../shared/authentication/authenticator.ts'
import { withIssuer } from '../../shared/authentication/configuration.ts'
import { AuthenticatorServers } from '../../shared/authentication/authenticators.ts'
import { expectFetchedClaims, presentUntil } from '../../shared/authentication/distributed-claims.ts'
import { expectUnauthenticated } from '../../shared/authentication/expect-unauthenticated.ts'
import { connectionTo, dialedAddresses, egressFlag, sharedProxies } from './configuration.ts'
import {
  claimsOnOtherHost,
  discoveryOnOtherHost,
  onOtherHosts,
  keysOnOtherHost,
  originOf,
  type IssuerTraffic,
  type Purpose,
  type SelectorType,
  types,
} from './issuers-on-other-hosts.ts'

const reachedWithinMs = 15_000
const proxies = sharedProxies({ controlplane: {}, cluster: { protocol: 'grpc' } })
const servers = new AuthenticatorServers({
  extraSpec: async ({ url: origin }) => {
    const startedProxies = await proxies()
    for (const type of types) {
      for (const address of Object.values(onOtherHosts[type]))
        startedProxies[type].name(address, new URL(origin).host)
    }
    return {
      peers: Object.values(startedProxies),
      flags: egressFlag({
        controlplane: connectionTo(startedProxies.controlplane),
        cluster: connectionTo(startedProxies.cluster),
      }),
    }
  },
})
const issuers = servers.authenticators('egress-issuers', {
  controlplaneDiscovery: discoveryOnOtherHost('controlplane'),
  clusterDiscovery: discoveryOnOtherHost('cluster'),
  controlplaneKeys: keysOnOtherHost('controlplane'),
  clusterKeys: keysOnOtherHost('cluster'),
  controlplaneClaims: claimsOnOtherHost('controlplane'),
  clusterClaims: claimsOnOtherHost('cluster'),
  // A separate listener lets the proxy refuse only this issuer.
  turnedAway: async (plain, _issuer, { host, neighbour }) => {
    const { url } = neighbour('listener', await host.listen())
    const refusedHost = new URL(url).host
    ;(await proxies()).controlplane.answer({
      dial: (honest, { address }) =>
        address === refusedHost ? { refusal: { reason: 'closed today', status: 503 } } : honest,
    })
    return withIssuer(plain, { url, egressSelectorType: 'controlplane' })
  },
})

const source = {
  document: 1,
  section: 'AuthenticationConfiguration',
  rows: ['egressSelectorType'],
} as const
const ruleOptions = { level: 'MUST', limitMs: 60_000 } as const

const trafficByPart: Readonly<Record<string, IssuerTraffic>> = {
  discovery: {
    words: 'the discovery document',
    fault: 'discovery',
    expectThroughProxy: (type) => expectProxied(issuers[`${type}Discovery`], type, 'discovery'),
  },
  'key set': {
    words: 'the key set',
    fault: 'keys',
    expectThroughProxy: (type) => expectProxied(issuers[`${type}Keys`], type, 'keys'),
  },
  'distributed claims': {
    words: 'distributed claims',
    fault: 'distributed-claims',
    expectThroughProxy: (type) => expectClaimsProxied(issuers[`${type}Claims`], type),
  },
}

for (const [name, { words, fault, expectThroughProxy }] of Object.entries(trafficByPart)) {
  rule(
    {
      ...ruleOptions,
      id: `egress.issuer.${fault}`,
      says: `The selection of egressSelectorType carries the fetching of ${words} of an issuer.`,
      source: { ...source, aspect: `carries ${name}` },
    },
    () => {
      test
        .for({
          controlplane: 'controlplane',
          cluster: 'cluster',
        } as const)(`fetches ${words} through %s`, expectThroughProxy)
        .sees(`egress-not-used-for-${fault}`)
    },
  )
}

rule(
  {
    ...ruleOptions,
    id: 'egress.issuer.no-way-around',
    says: 'The selection carries all traffic of the issuer: what its proxy refuses is not dialled directly.',
    source: { ...source, aspect: 'carries all traffic' },
    twin: 'egress.issuer.discovery/fetches-the-discovery-document-through-controlplane',
  },
  () => {
    refuses(
      {
        title: 'tokens of an issuer whose proxy refuses the connection',
        id: 'a token of an issuer that the proxy leads nobody to',
      },
      async () => {
        const { turnedAway } = issuers
        const [{ url, journal }, { controlplane }] = [await turnedAway.issuer(), await proxies()]
        const isContacted = async (): Promise<boolean> => {
          await turnedAway.present(await turnedAway.mint())
          return dialedAddresses(controlplane).includes(new URL(url).host)
        }
        await until(isContacted, { withinMs: reachedWithinMs, what: 'the proxy was asked for the issuer' })

        expectUnauthenticated(await turnedAway.present(await turnedAway.mint()))
        expect(journal.map(({ what }) => what)).toEqual([])
      },
    ).sees('egress-not-used-for-discovery')
  },
)

/**
 * Expects that a token of the issuer is accepted, and that only the proxy of the selection received a request for the
 * address.
 */
async function expectProxied(issuer: Authenticator, type: SelectorType, purpose: Purpose): Promise<void> {
  expect(await issuer.user({ sub: 'alice' })).toMatchObject({ username: 'alice' })
  expect(await proxiesFor(onOtherHosts[type][purpose])).toEqual([type])
}

async function expectClaimsProxied(authenticator: Authenticator, type: SelectorType): Promise<void> {
  const pointers = await expectFetchedClaims(authenticator)
  const { url } = await authenticator.issuer()
  const address = onOtherHosts[type].claims
  const text = JSON.stringify(pointers).replaceAll(new URL(url).origin, originOf(type, 'claims'))
  const isCarried = async (): Promise<boolean> => (await proxiesFor(address)).length > 0
  await presentUntil(authenticator, JSON.parse(text) as Claims, isCarried)

  expect(await proxiesFor(address)).toEqual([type])
}

/** Returns the selections whose proxies received a request for an address. */
async function proxiesFor(address: string): Promise<readonly string[]> {
  const startedProxies = await proxies()
  return types.filter((type) => dialedAddresses(startedProxies[type]).includes(address))
}
