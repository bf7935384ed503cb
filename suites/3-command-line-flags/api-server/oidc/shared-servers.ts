import { sharedOidcHost } from '../../../shared/peers.ts'
import { oidcServers } from './servers.ts'

export const servers = oidcServers(sharedOidcHost())
