import type { ServerQuirks } from '../faults.ts'
import { AuthenticationError, type Authenticator } from './authenticator.ts'
import { user } from './user.ts'

/** Takes the common name of a client certificate as user name and its organizations as groups. */
export function clientCertificates(quirks: ServerQuirks): Authenticator {
  return {
    async authenticate({ certificate }) {
      if (certificate === undefined) return undefined
      const { commonName, organizations, rejected } = certificate
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
