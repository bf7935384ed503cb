import { expect } from '#harness/check/expect.ts'
import { rule, test } from '#harness/check/rule.ts'
import { until } from '#harness/until.ts'
import type { Claims } from '#mocks/oidc-issuer/index.ts'
import type { Authenticator } from '../../fixtures/authenticator.ts'
import { withIssuer, withMappings } from '../../fixtures/authentication-configuration.ts'
import { type AuthenticatorSpec, shareServers, subject } from '../../fixtures/authenticators.ts'
import { expectFetchedClaims, presentUntil } from '../../fixtures/distributed-claims.ts'
import { connectionTo, dialled, egressFlag, sharedProxies } from '../../fixtures/egress-configuration.ts'

const proxies = sharedProxies({ controlplane: {}, cluster: { protocol: 'grpc' } })
const types = ['controlplane', 'cluster'] as const
type SelectorType = (typeof types)[number]
type Purpose = 'discovery' | 'keys' | 'claims'

// Nothing listens there; each is an address that one proxy alone leads from to the issuers.
const elsewhere: Readonly<Record<SelectorType, Readonly<Record<Purpose, string>>>> = {
  controlplane: { discovery: '127.0.0.1:1', keys: '127.0.0.1:2', claims: '127.0.0.1:3' },
  cluster: { discovery: '127.0.0.1:4', keys: '127.0.0.1:5', claims: '127.0.0.1:6' },
}
const reachedWithinMs = 15_000

/** An issuer whose discovery document only the proxy of its selection reaches. */
const discoveryElsewhere =
  (egressSelectorType: SelectorType): AuthenticatorSpec =>
  (plain, issuer, { host }) => {
    const spell = (url: string): string => url.replace(host.origin, originOf(egressSelectorType, 'discovery'))
    return withIssuer(plain, {
      url: host.issuer(`${issuer.name}.elsewhere`, { spell }).url,
      egressSelectorType,
    })
  }

/** An issuer whose keys only the proxy of its selection reaches. */
const keysElsewhere =
  (egressSelectorType: SelectorType): AuthenticatorSpec =>
  (plain, issuer, { host }) => {
    issuer.answer({
      discovery: (honest) => ({
        ...honest,
        jwks_uri: honest.jwks_uri.replace(host.origin, originOf(egressSelectorType, 'keys')),
      }),
    })
    return withIssuer(plain, { egressSelectorType })
  }

/** An issuer that may keep groups at another place, and whose other traffic is of no matter. */
const claimsElsewhere =
  (egressSelectorType: SelectorType): AuthenticatorSpec =>
  (plain) =>
    withMappings(withIssuer(plain, { egressSelectorType }), { groups: { claim: 'teams', prefix: '' } })

function originOf(type: SelectorType, purpose: Purpose): string {
  return `https://${elsewhere[type][purpose]}`
}

const carried = subject(
  {
    controlplaneDiscovery: discoveryElsewhere('controlplane'),
    clusterDiscovery: discoveryElsewhere('cluster'),
    controlplaneKeys: keysElsewhere('controlplane'),
    clusterKeys: keysElsewhere('cluster'),
    controlplaneClaims: claimsElsewhere('controlplane'),
    clusterClaims: claimsElsewhere('cluster'),
    // A listener of its own, so that the proxy can refuse this one alone.
    turnedAway: async (plain, _issuer, { host, neighbour }) => {
      const { url } = neighbour('listener', await host.listen())
      const refused = new URL(url).host
      ;(await proxies()).controlplane.answer({
        dial: (honest, { address }) =>
          address === refused ? { refusal: { reason: 'closed today', status: 503 } } : honest,
      })
      return withIssuer(plain, { url, egressSelectorType: 'controlplane' })
    },
  },
  (issuers) => {
    const source = { document: 1, section: 'AuthenticationConfiguration' } as const
    const row = 'Issuer.egressSelectorType: carries'
    const shared = { level: 'MUST', limitMs: 60_000 } as const

    rule(
      {
        ...shared,
        id: 'egress.issuer.discovery',
        says: 'The selection of egressSelectorType carries the discovery of an issuer.',
        source: { ...source, row: `${row} discovery` },
        faults: {
          'egress-not-used-for-discovery': titlesOf('fetches the discovery document through'),
          'egress-selector-types-swapped': titlesOf('fetches the discovery document through'),
          'egress-GRPC-without-effect': ['fetches the discovery document through cluster'],
        },
      },
      () => {
        test.for<SelectorType>({ controlplane: 'controlplane', cluster: 'cluster' })(
          'fetches the discovery document through %s',
          async (type) => expectCarried(issuers[`${type}Discovery`], type, 'discovery'),
        )
      },
    )

    rule(
      {
        ...shared,
        id: 'egress.issuer.keys',
        says: 'The selection of egressSelectorType carries the fetching of an issuer’s key set.',
        source: { ...source, row: `${row} key set` },
        faults: {
          'egress-not-used-for-keys': titlesOf('fetches the key set through'),
          'egress-selector-types-swapped': titlesOf('fetches the key set through'),
          'egress-GRPC-without-effect': ['fetches the key set through cluster'],
        },
      },
      () => {
        test.for<SelectorType>({ controlplane: 'controlplane', cluster: 'cluster' })(
          'fetches the key set through %s',
          async (type) => expectCarried(issuers[`${type}Keys`], type, 'keys'),
        )
      },
    )

    rule(
      {
        ...shared,
        id: 'egress.issuer.distributed-claims',
        says: 'The selection of egressSelectorType carries the fetching of claims that a token only refers to.',
        source: { ...source, row: `${row} distributed claims` },
        faults: {
          'egress-not-used-for-distributed-claims': titlesOf('fetches distributed claims through'),
          'egress-selector-types-swapped': titlesOf('fetches distributed claims through'),
          'egress-GRPC-without-effect': ['fetches distributed claims through cluster'],
        },
      },
      () => {
        test.for<SelectorType>({ controlplane: 'controlplane', cluster: 'cluster' })(
          'fetches distributed claims through %s',
          async (type) => expectClaimsCarried(issuers[`${type}Claims`], type),
        )
      },
    )

    rule(
      {
        ...shared,
        id: 'egress.issuer.no-way-around',
        says: 'The selection carries all traffic of the issuer: what its proxy refuses is not dialled directly.',
        source: { ...source, row: `${row} all traffic` },
        faults: {
          'egress-falls-back-to-direct': ['refuses a token of an issuer that the proxy leads nobody to'],
          'egress-not-used-for-discovery': ['refuses a token of an issuer that the proxy leads nobody to'],
        },
        twin: 'egress.issuer.discovery/fetches-the-discovery-document-through-controlplane',
      },
      () => {
        test('refuses a token of an issuer that the proxy leads nobody to', async () => {
          const { turnedAway } = issuers
          const { url, journal } = await turnedAway.issuer()
          const { controlplane } = await proxies()
          const isAsked = async (): Promise<boolean> => {
            await turnedAway.present(await turnedAway.mint())
            return dialled(controlplane).includes(new URL(url).host)
          }
          await until(isAsked, { withinMs: reachedWithinMs, what: 'the proxy was asked for the issuer' })

          expect(await turnedAway.present(await turnedAway.mint())).toEqual({ status: 401 })
          expect(journal.map(({ what }) => what)).toEqual([])
        })
      },
    )
  },
)

function titlesOf(title: string): readonly string[] {
  return types.map((type) => `${title} ${type}`)
}

/** A user of the issuer is known, and the proxy of the selection alone was asked for the address. */
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

/** The selections whose proxies were asked for an address. */
async function carriersOf(address: string): Promise<readonly string[]> {
  const running = await proxies()
  return types.filter((type) => dialled(running[type]).includes(address))
}

shareServers(
  { 'egress-issuers': carried },
  {
    beside: async ({ origin }) => {
      const running = await proxies()
      for (const type of types) {
        for (const address of Object.values(elsewhere[type]))
          running[type].name(address, new URL(origin).host)
      }
      return {
        peers: Object.values(running),
        flags: egressFlag({
          controlplane: connectionTo(running.controlplane),
          cluster: connectionTo(running.cluster),
        }),
      }
    },
  },
)
