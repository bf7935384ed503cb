import { AuthenticatorServers } from '../../shared/authentication/authenticators.ts'

/** Servers of all suites that use only tokens. */
export const tokens = new AuthenticatorServers()
