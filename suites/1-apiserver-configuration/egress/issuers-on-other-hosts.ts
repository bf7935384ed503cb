import { withIssuer, withMappings } from '../../shared/authentication/configuration.ts'
import type { AuthenticatorSpec } from '../../shared/authentication/authenticators.ts'

/** Selections that issuers may name. */
export const types = ['controlplane', 'cluster'] as const
export type SelectorType = (typeof types)[number]
export type Purpose = 'discovery' | 'keys' | 'claims'

/** Addresses without a listener. For each address, only one proxy connects to the issuers. */
export const onOtherHosts: Readonly<Record<SelectorType, Readonly<Record<Purpose, string>>>> = {
  controlplane: { discovery: '127.0.0.1:1', keys: '127.0.0.1:2', claims: '127.0.0.1:3' },
  cluster: { discovery: '127.0.0.1:4', keys: '127.0.0.1:5', claims: '127.0.0.1:6' },
}

/** Returns an issuer whose discovery document is reachable only through the proxy of its selection. */
export const discoveryOnOtherHost =
  (egressSelectorType: SelectorType): AuthenticatorSpec =>
  (plain, issuer, { host }) => {
    const issuerUrl = (url: string): string =>
      url.replace(host.url, originOf(egressSelectorType, 'discovery'))
    return withIssuer(plain, {
      url: host.issuer(`${issuer.name}.elsewhere`, { spell: issuerUrl }).url,
      egressSelectorType,
    })
  }

/** Returns an issuer whose keys are reachable only through the proxy of its selection. */
export const keysOnOtherHost =
  (egressSelectorType: SelectorType): AuthenticatorSpec =>
  (plain, issuer, { host }) => {
    issuer.answer({
      discovery: (honest) => ({
        ...honest,
        jwks_uri: honest.jwks_uri.replace(host.url, originOf(egressSelectorType, 'keys')),
      }),
    })
    return withIssuer(plain, { egressSelectorType })
  }

/** Returns an issuer whose distributed claims may be at another URL. All other traffic of the issuer is irrelevant. */
export const claimsOnOtherHost =
  (egressSelectorType: SelectorType): AuthenticatorSpec =>
  (plain) =>
    withMappings(withIssuer(plain, { egressSelectorType }), { groups: { claim: 'teams', prefix: '' } })

/** Returns the origin of an address without a listener. */
export function originOf(type: SelectorType, purpose: Purpose): string {
  return `https://${onOtherHosts[type][purpose]}`
}

/** Kind of an issuer's traffic: `what` completes the title of its check, and `fault` the name of its fault. */
export interface IssuerTraffic {
  readonly words: string
  readonly fault: string
  readonly expectThroughProxy: (type: SelectorType) => Promise<void>
}
