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
  named: NamedAuthorities,
  roots?: readonly X509Certificate[],
): Authenticator {
  return {
    async authenticate({ certificate }) {
      if (certificate === undefined) return undefined
      const { commonName, organizations, chain } = certificate
      const foreign = roots === undefined || chainsTo(chain, roots) ? undefined : 'of no CA for clients'
      const rejected = certificate.rejected ?? foreign
      const later = roots !== undefined && roots.length > 1 && !chainsTo(chain, roots.slice(0, 1))
      if (later && rejected === undefined && fault('client-ca-file-first-certificate-only')) {
        throw new AuthenticationError('client certificate: of a later CA')
      }
      const isDirect = roots === undefined || chainsTo(chain.slice(0, 1), roots)
      if (rejected === undefined && !isDirect && fault('client-certificate-intermediates-refused')) {
        throw new AuthenticationError('client certificate: below an intermediate')
      }
      if (rejected !== undefined && !isAccepted(rejected, chain, named)) {
        throw new AuthenticationError(`client certificate: ${rejected}`)
      }
      if (commonName === '') return undefined
      const [organization, another] = organizations
      const several = organization !== undefined && another !== undefined
      if (several && fault('client-certificate-organization-is-user')) {
        return { user: user(organization) }
      }
      const lower = commonName.toLowerCase()
      const changed = lower !== commonName && fault('client-certificate-name-lower-case')
      return { user: user(changed ? lower : commonName, { groups: organizations }) }
    },
  }
}

function isAccepted(reason: string, [leaf]: readonly Uint8Array[], named: NamedAuthorities): boolean {
  const expired = reason === 'CERT_HAS_EXPIRED'
  const ofAnother = !expired && leaf !== undefined && named.issued(leaf)
  if (ofAnother && fault('client-ca-joined-by-other-flags')) return true
  return fault(expired ? 'client-certificate-expiry-ignored' : 'client-certificate-chain-not-verified')
}
