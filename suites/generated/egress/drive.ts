import { currentCheck, until } from '#kit'
import type { Disagreement, CaseResult } from '#kit/generate.ts'
import { file, type Flags } from '#kit/launch.ts'
import { type OidcHost, type OidcIssuer, startOidcHost } from '#mocks/oidc-issuer/index.ts'
import { refuse, startTunnelProxy, type TunnelProxy } from '#mocks/tunnel-proxy/index.ts'
import {
  connectionTo,
  dialedAddresses,
  egressFlag,
  tlsConfig,
} from '../../1-apiserver-configuration/egress/configuration.ts'
import { startOutcome } from '../../shared/api-server.ts'
import { Authenticator } from '../../shared/authentication/authenticator.ts'
import {
  authenticationConfiguration,
  plainAuthenticator,
  withIssuer,
} from '../../shared/authentication/configuration.ts'
import { startStorage } from '../../shared/storage.ts'
import { deviationsOf } from './deviations.ts'
import type { EgressCase, Issuer, SelectionName, SelectionWay } from './model.ts'
import { proxyOf, proxyOfStore, resultOf } from './oracle.ts'

// Long enough for a server to retry a proxy that it could not use.
const triedWithinMs = 15_000

/** Starts a server with each case's selections and issuers, and compares the requests to each proxy. */
export const judgeEgress = (cases: readonly EgressCase[]): Promise<readonly CaseResult[]> =>
  Promise.all(cases.map(judgeCase))

/** Reduces a case to the issuer with the disagreement, with all selections. */
export function focusCase(
  { selections, issuers }: EgressCase,
  { asked: input }: Disagreement,
): EgressCase | undefined {
  const { issuer } = input as { readonly issuer?: Issuer }
  const ownIssuer = issuers.find((one) => one === issuer)
  return ownIssuer && { selections, issuers: [ownIssuer] }
}

type Proxies = Readonly<Partial<Record<SelectionName, TunnelProxy>>>

/** Issuer of a case, with the addresses of its documents. */
interface PlacedIssuer {
  readonly issuer: OidcIssuer
  readonly discovery: string
  readonly keys: string
}

async function judgeCase(testCase: EgressCase): Promise<CaseResult> {
  const deviations = deviationsOf(currentCheck().dialect.name, testCase)
  if (deviations.length > 0) return { disagreements: [], deviations }
  const [host, storage] = await Promise.all([startOidcHost(), startStorage()])
  const proxies: Proxies = await startProxies(testCase)
  try {
    const placedIssuers = await Promise.all(
      testCase.issuers.map((issuer, at) => placeIssuer(host, `issuer-${at}`, issuer)),
    )
    const disagreements: Disagreement[] = []
    const allPeers = [host, ...Object.values(proxies), ...storage.peers]
    const flags = { ...storage.flags, ...(await flagsOf(testCase, proxies, placedIssuers)) }
    const startResult = await startOutcome({ storage, peers: allPeers, flags }, async (server) => {
      await Promise.all(
        placedIssuers.map(async ({ issuer }, at) => {
          const authenticatorFixture = {
            server: async () => server,
            host: async () => host,
            issuerOf: async () => issuer,
          }
          const entry = new Authenticator(`issuer-${at}`, authenticatorFixture)
          const issuerInput = { issuer: testCase.issuers[at] as Issuer, selections: testCase.selections }
          const faultyProxy = failingProxy(testCase, issuerInput.issuer, proxies)
          const expected = faultyProxy === undefined ? 'accepted' : 'refused'
          const { status } = await (faultyProxy === undefined
            ? entry.whoAmI(await entry.mint({ sub: 'alice' }))
            : presentUntilTried(entry, faultyProxy))
          const actual = outcomeOf(status)
          if (actual !== expected) disagreements.push({ asked: issuerInput, expected, actual })
          const directRequests = faultyProxy === undefined ? [] : issuer.journal.map(({ what }) => what)
          if (directRequests.length > 0)
            disagreements.push({
              asked: issuerInput,
              expected: 'no request to the issuer',
              actual: directRequests,
            })
        }),
      )
      disagreements.push(...wrongCarriersOf(testCase, proxies, placedIssuers, new URL(storage.url).host))
    })
    if (startResult.outcome === 'ready') return { disagreements }
    const actual = { outcome: startResult.outcome, stderr: startResult.stderr.trim().slice(-600) }
    return { disagreements: [{ asked: testCase, expected: { outcome: 'ready' }, actual }] }
  } finally {
    await Promise.all([host, storage, ...Object.values(proxies)].map((peer) => peer.stop()))
  }
}

/** Reports whether a token was accepted. The documents do not specify the status of a rejection. */
function outcomeOf(status: number): 'accepted' | 'refused' | number {
  if (status === 201) return 'accepted'
  return status === 401 || status === 403 ? 'refused' : status
}

/** Returns the proxy of an issuer's selection if it does not carry the traffic of the issuer. */
function failingProxy(testCase: EgressCase, issuer: Issuer, proxies: Proxies): TunnelProxy | undefined {
  const carrier = proxyOf(testCase, issuer)
  return carrier === undefined || resultBy(testCase, carrier) === 'carried' ? undefined : proxies[carrier]
}

/** Returns the result of traffic by a selection. */
function resultBy({ selections }: EgressCase, name: SelectionName): ReturnType<typeof resultOf> {
  const way = selections.find((selection) => selection.name === name)?.way
  return way === undefined ? 'none' : resultOf(way)
}

/** Sends tokens until the server has connected to the proxy or has accepted a token, and returns the last response. */
async function presentUntilTried(
  entry: Authenticator,
  proxy: TunnelProxy,
): Promise<{ readonly status: number }> {
  const token = await entry.mint({ sub: 'alice' })
  const isTried = async (): Promise<boolean> =>
    (await entry.present(token)).status === 201 || proxy.journal.length > 0
  await until(isTried, { withinMs: triedWithinMs, what: 'the proxy was tried' })
  return entry.present(token)
}

const optionsOf: Readonly<Record<SelectionWay, Parameters<typeof startTunnelProxy>[0]>> = {
  HTTPConnect: {},
  GRPC: { protocol: 'grpc' },
  https: { transport: 'mtls' },
  http: { transport: 'tcp' },
  'https of a stranger': { transport: 'tls', presents: 'other-authority' },
  'https of another host': { transport: 'tls', presents: 'wrong-host' },
  'https of an expired server': { transport: 'tls', presents: 'expired' },
  'https of an expired client': { transport: 'mtls' },
  'HTTPConnect that refuses': {},
  'GRPC that refuses': { protocol: 'grpc' },
  'https that refuses': { transport: 'mtls' },
}

async function startProxies({ selections }: EgressCase): Promise<Proxies> {
  const startedProxies = selections.map(async ({ name, way }) => {
    const proxy = await startTunnelProxy(optionsOf[way])
    if (resultOf(way) === 'refused') proxy.answer({ dial: refuse('closed today') })
    return [name, proxy] as const
  })
  return Object.fromEntries(await Promise.all(startedProxies))
}

/** Creates an issuer on a separate listener, so that a proxy's journal identifies its traffic. */
async function placeIssuer(host: OidcHost, name: string, { hasOtherKeysUrl }: Issuer): Promise<PlacedIssuer> {
  const issuer = host.issuer(name, { listener: await host.listen() })
  const { origin } = new URL(issuer.url)
  const keysOrigin = hasOtherKeysUrl ? (await host.listen()).origin : origin
  issuer.answer({
    discovery: (honest) => ({
      ...honest,
      jwks_uri: honest.jwks_uri.replace(new URL(honest.jwks_uri).origin, keysOrigin),
    }),
  })
  return { issuer, discovery: new URL(origin).host, keys: new URL(keysOrigin).host }
}

async function flagsOf(
  testCase: EgressCase,
  proxies: Proxies,
  placed: readonly PlacedIssuer[],
): Promise<Flags> {
  const connections = testCase.selections.map(async ({ name, way }) => {
    const proxy = proxies[name] as TunnelProxy
    const isExpired = way === 'https of an expired client'
    const tls = way.startsWith('https') ? await tlsConfig(proxy.certificateAuthority, isExpired) : undefined
    return [name, connectionTo(proxy, tls)]
  })
  const jwt = placed.map(({ issuer }, at) => {
    const egressSelectorType = testCase.issuers[at]?.type
    const entry = plainAuthenticator(issuer)
    return egressSelectorType === undefined ? entry : withIssuer(entry, { egressSelectorType })
  })
  const selections = Object.fromEntries(await Promise.all(connections)) as Parameters<typeof egressFlag>[0]
  return {
    ...(testCase.selections.length > 0 && egressFlag(selections)),
    '--authentication-config': file('authentication.yaml', authenticationConfiguration({ jwt })),
    '--anonymous-auth': false,
  }
}

/** Returns the addresses that a proxy of another selection received. */
function wrongCarriersOf(
  testCase: EgressCase,
  proxies: Proxies,
  placed: readonly PlacedIssuer[],
  store: string,
): readonly Disagreement[] {
  const selectionsInput = { selections: testCase.selections }
  const carrierDisagreements = (
    input: object,
    address: string,
    carrier: SelectionName | undefined,
  ): Disagreement[] => {
    const expected = carrier === undefined ? [] : [carrier]
    const names = Object.keys(proxies) as SelectionName[]
    const actual = names.filter((name) => dialedAddresses(proxies[name] as TunnelProxy).includes(address))
    return actual.join() === expected.join()
      ? []
      : [{ asked: { ...input, ...selectionsInput }, expected, actual }]
  }
  return [
    ...placed.flatMap(({ discovery, keys }, at) => {
      const issuer = testCase.issuers[at] as Issuer
      const selection = proxyOf(testCase, issuer)
      const result = selection === undefined ? 'carried' : resultBy(testCase, selection)
      const carrier = result === 'none' ? undefined : selection
      // The address of the keys is in the discovery document, which a refusing server does not lead to.
      const carrierOfKeys = result === 'refused' && issuer.hasOtherKeysUrl ? undefined : carrier
      return [
        ...carrierDisagreements({ issuer, of: 'discovery' }, discovery, carrier),
        ...carrierDisagreements({ issuer, of: 'keys' }, keys, carrierOfKeys),
      ]
    }),
    ...carrierDisagreements({ of: 'the store' }, store, proxyOfStore(testCase)),
  ]
}
