import type { X509Certificate } from 'node:crypto'
import type { ServerQuirks } from '../faults.ts'
import { AuthenticationError, type Authenticator } from './authenticator.ts'
import { chainsTo } from './certificate-chain.ts'
import { user } from './user.ts'

/** Takes the common name of a client certificate as user name and its organizations as groups; with roots, only of certificates below those. */
export function clientCertificates(quirks: ServerQuirks, roots?: readonly X509Certificate[]): Authenticator {
  return {
    async authenticate({ certificate }) {
      if (certificate === undefined) return undefined
      const { commonName, organizations, chain } = certificate
      const foreign = roots === undefined || chainsTo(chain, roots) ? undefined : 'of no CA for clients'
      const rejected = certificate.rejected ?? foreign
      if (rejected !== undefined && !quirks.fault('client-certificate-chain-not-verified')) {
        throw new AuthenticationError(`client certificate: ${rejected}`)
      }
      if (commonName === '' || quirks.fault('client-certificates-ignored')) return undefined
      const [organization] = organizations
      if (organization !== undefined && quirks.fault('client-certificate-organization-is-user')) {
        return { user: user(organization) }
      }
      return { user: user(commonName, { groups: organizations }) }
    },
  }
}
