import { withIssuer, withMappings } from '../../shared/authentication/configuration.ts'
import type { AuthenticatorSpec } from '../../shared/authentication/authenticators.ts'

/** The selections that issuers may name. */
export const types = ['controlplane', 'cluster'] as const
export type SelectorType = (typeof types)[number]
export type Purpose = 'discovery' | 'keys' | 'claims'

/** Addresses where nothing listens; from each, one proxy alone leads to the issuers. */
export const elsewhere: Readonly<Record<SelectorType, Readonly<Record<Purpose, string>>>> = {
  controlplane: { discovery: '127.0.0.1:1', keys: '127.0.0.1:2', claims: '127.0.0.1:3' },
  cluster: { discovery: '127.0.0.1:4', keys: '127.0.0.1:5', claims: '127.0.0.1:6' },
}

/** An issuer whose discovery document only the proxy of its selection reaches. */
export const discoveryElsewhere =
  (egressSelectorType: SelectorType): AuthenticatorSpec =>
  (plain, issuer, { host }) => {
    const spell = (url: string): string => url.replace(host.url, originOf(egressSelectorType, 'discovery'))
    return withIssuer(plain, {
      url: host.issuer(`${issuer.name}.elsewhere`, { spell }).url,
      egressSelectorType,
    })
  }

/** An issuer whose keys only the proxy of its selection reaches. */
export const keysElsewhere =
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

/** An issuer that may keep groups at another place, and whose other traffic is of no matter. */
export const claimsElsewhere =
  (egressSelectorType: SelectorType): AuthenticatorSpec =>
  (plain) =>
    withMappings(withIssuer(plain, { egressSelectorType }), { groups: { claim: 'teams', prefix: '' } })

/** The origin of such an address. */
export function originOf(type: SelectorType, purpose: Purpose): string {
  return `https://${elsewhere[type][purpose]}`
}

/** A part of an issuer's traffic. */
export interface Part {
  readonly what: string
  readonly fault: string
  readonly expectThrough: (type: SelectorType) => Promise<void>
}
