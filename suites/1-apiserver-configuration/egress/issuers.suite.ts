import { expect, refuses, rule, test, until } from '#kit'
import type { Claims } from '#mocks/oidc-issuer/index.ts'
import type { Authenticator } from '../../shared/authentication/authenticator.ts'
import { withIssuer } from '../../shared/authentication/configuration.ts'
import { AuthenticatorServers } from '../../shared/authentication/authenticators.ts'
import { expectFetchedClaims, presentUntil } from '../../shared/authentication/distributed-claims.ts'
import { expectTurnedAway } from '../../shared/authentication/turned-away.ts'
import { connectionTo, dialled, egressFlag, sharedProxies } from './configuration.ts'
import {
  claimsElsewhere,
  discoveryElsewhere,
  elsewhere,
  keysElsewhere,
  originOf,
  type Part,
  type Purpose,
  type SelectorType,
  types,
} from './issuers-elsewhere.ts'

const reachedWithinMs = 15_000
const proxies = sharedProxies({ controlplane: {}, cluster: { protocol: 'grpc' } })
const servers = new AuthenticatorServers({
  beside: async ({ url: origin }) => {
    const running = await proxies()
    for (const type of types) {
      for (const address of Object.values(elsewhere[type])) running[type].name(address, new URL(origin).host)
    }
    return {
      peers: Object.values(running),
      flags: egressFlag({
        controlplane: connectionTo(running.controlplane),
        cluster: connectionTo(running.cluster),
      }),
    }
  },
})
const issuers = servers.authenticators('egress-issuers', {
  controlplaneDiscovery: discoveryElsewhere('controlplane'),
  clusterDiscovery: discoveryElsewhere('cluster'),
  controlplaneKeys: keysElsewhere('controlplane'),
  clusterKeys: keysElsewhere('cluster'),
  controlplaneClaims: claimsElsewhere('controlplane'),
  clusterClaims: claimsElsewhere('cluster'),
  // A separate listener, so that the proxy can refuse only this one.
  turnedAway: async (plain, _issuer, { host, neighbour }) => {
    const { url } = neighbour('listener', await host.listen())
    const refused = new URL(url).host
    ;(await proxies()).controlplane.answer({
      dial: (honest, { address }) =>
        address === refused ? { refusal: { reason: 'closed today', status: 503 } } : honest,
    })
    return withIssuer(plain, { url, egressSelectorType: 'controlplane' })
  },
})

const source = {
  document: 1,
  section: 'AuthenticationConfiguration',
  rows: ['egressSelectorType'],
} as const
const shared = { level: 'MUST', limitMs: 60_000 } as const

const parts: Readonly<Record<string, Part>> = {
  discovery: {
    what: 'the discovery document',
    fault: 'discovery',
    expectThrough: (type) => expectCarried(issuers[`${type}Discovery`], type, 'discovery'),
  },
  'key set': {
    what: 'the key set',
    fault: 'keys',
    expectThrough: (type) => expectCarried(issuers[`${type}Keys`], type, 'keys'),
  },
  'distributed claims': {
    what: 'distributed claims',
    fault: 'distributed-claims',
    expectThrough: (type) => expectClaimsCarried(issuers[`${type}Claims`], type),
  },
}

for (const [name, { what, fault, expectThrough }] of Object.entries(parts)) {
  rule(
    {
      ...shared,
      id: `egress.issuer.${fault}`,
      says: `The selection of egressSelectorType carries the fetching of ${what} of an issuer.`,
      source: { ...source, aspect: `carries ${name}` },
    },
    () => {
      test
        .for({
          controlplane: 'controlplane',
          cluster: 'cluster',
        } as const)(`fetches ${what} through %s`, expectThrough)
        .sees(`egress-not-used-for-${fault}`)
    },
  )
}

rule(
  {
    ...shared,
    id: 'egress.issuer.no-way-around',
    says: 'The selection carries all traffic of the issuer: what its proxy refuses is not dialled directly.',
    source: { ...source, aspect: 'carries all traffic' },
    twin: 'egress.issuer.discovery/fetches-the-discovery-document-through-controlplane',
  },
  () => {
    refuses({ title: 'its tokens', id: 'a token of an issuer that the proxy leads nobody to' }, async () => {
      const { turnedAway } = issuers
      const [{ url, journal }, { controlplane }] = [await turnedAway.issuer(), await proxies()]
      const isAsked = async (): Promise<boolean> => {
        await turnedAway.present(await turnedAway.mint())
        return dialled(controlplane).includes(new URL(url).host)
      }
      await until(isAsked, { withinMs: reachedWithinMs, what: 'the proxy was asked for the issuer' })

      expectTurnedAway(await turnedAway.present(await turnedAway.mint()))
      expect(journal.map(({ what }) => what)).toEqual([])
    }).sees('egress-not-used-for-discovery')
  },
)

/**
 * Expects that a user of the issuer is known, and that only the proxy of the selection received a request for the
 * address.
 */
async function expectCarried(issuer: Authenticator, type: SelectorType, purpose: Purpose): Promise<void> {
  expect(await issuer.user({ sub: 'alice' })).toMatchObject({ username: 'alice' })
  expect(await carriersOf(elsewhere[type][purpose])).toEqual([type])
}

async function expectClaimsCarried(authenticator: Authenticator, type: SelectorType): Promise<void> {
  const pointers = await expectFetchedClaims(authenticator)
  const { url } = await authenticator.issuer()
  const address = elsewhere[type].claims
  const text = JSON.stringify(pointers).replaceAll(new URL(url).origin, originOf(type, 'claims'))
  const isCarried = async (): Promise<boolean> => (await carriersOf(address)).length > 0
  await presentUntil(authenticator, JSON.parse(text) as Claims, isCarried)

  expect(await carriersOf(address)).toEqual([type])
}

/** Returns the selections whose proxies received a request for an address. */
async function carriersOf(address: string): Promise<readonly string[]> {
  const running = await proxies()
  return types.filter((type) => dialled(running[type]).includes(address))
}
