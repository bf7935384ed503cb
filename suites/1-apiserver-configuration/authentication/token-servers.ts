import { AuthenticatorServers } from '../../shared/authentication/authenticators.ts'

/** The servers of all suites that test with tokens alone. */
export const tokens = new AuthenticatorServers()
