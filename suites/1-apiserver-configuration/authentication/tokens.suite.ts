import { shareServers } from '../../fixtures/authenticators.ts'
import { issuerUrl } from './issuer-url.ts'

// Every subject here is judged by tokens alone, so all of them share servers.
shareServers({ 'issuer-url': issuerUrl })
