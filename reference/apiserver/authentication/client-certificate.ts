import type { X509Certificate } from 'node:crypto'
import { fault } from '../../quirks/quirks.ts'
import { AuthenticationError, type Authenticator } from '../api/authenticator.ts'
import { chainsTo } from './certificate-chain.ts'
import type { NamedAuthorities } from '../serving/named-authorities.ts'
import { user } from '../../serving/user.ts'

/**
 * Authenticates by client certificate: the common name is the user name and the organizations are the groups. With
 * roots, only certificates below them are accepted.
 */
export function clientCertificates(
  namedAuthorities: NamedAuthorities,
  roots?: readonly X509Certificate[],
): Authenticator {
  return {
    async authenticate({ certificate }) {
      if (certificate === undefined) return undefined
      const { commonName, organizations, chain } = certificate
      const unknownCaReason =
        roots === undefined || chainsTo(chain, roots) ? undefined : 'of no CA for clients'
      const rejection = certificate.rejected ?? unknownCaReason
      const isOfLaterRoot = roots !== undefined && roots.length > 1 && !chainsTo(chain, roots.slice(0, 1))
      if (isOfLaterRoot && rejection === undefined && fault('client-ca-file-first-certificate-only')) {
        throw new AuthenticationError('client certificate: of a later CA')
      }
      const isOfThirdRoot = roots !== undefined && roots.length > 2 && !chainsTo(chain, roots.slice(0, 2))
      if (isOfThirdRoot && rejection === undefined && fault('client-ca-file-first-two-certificates-only')) {
        throw new AuthenticationError('client certificate: of a later CA')
      }
      const isIssuedDirectly = roots === undefined || chainsTo(chain.slice(0, 1), roots)
      if (rejection === undefined && !isIssuedDirectly && fault('client-certificate-intermediates-refused')) {
        throw new AuthenticationError('client certificate: below an intermediate')
      }
      if (rejection !== undefined && !isAccepted(rejection, chain, namedAuthorities)) {
        throw new AuthenticationError(`client certificate: ${rejection}`)
      }
      if (commonName === '') return undefined
      const [organization, secondOrganization] = organizations
      const hasSeveralOrganizations = organization !== undefined && secondOrganization !== undefined
      if (hasSeveralOrganizations && fault('client-certificate-organization-is-user')) {
        return { user: user(organization) }
      }
      const lowerCaseName = commonName.toLowerCase()
      const isNameChanged = lowerCaseName !== commonName && fault('client-certificate-name-lower-case')
      return { user: user(isNameChanged ? lowerCaseName : commonName, { groups: organizations }) }
    },
  }
}

function isAccepted(
  reason: string,
  [leaf]: readonly Uint8Array[],
  namedAuthorities: NamedAuthorities,
): boolean {
  const isExpired = reason === 'CERT_HAS_EXPIRED'
  const isEarly = reason === 'CERT_NOT_YET_VALID'
  const isOfOtherAuthority = !isExpired && !isEarly && leaf !== undefined && namedAuthorities.issued(leaf)
  if (isOfOtherAuthority && fault('client-ca-joined-by-other-flags')) return true
  if (isEarly) return fault('client-certificate-start-ignored')
  return fault(isExpired ? 'client-certificate-expiry-ignored' : 'client-certificate-chain-not-verified')
}
